import { ref, text } from '../fields';
import { booleanFilter, integerFilter, refersTo } from '../filters';
import { register } from '../resource/registry';
import { defineResource, type Resource } from '../resource/resource';
import { pick, shape } from '../resource/shape';
import { type Model, useModels } from '../sql/model';
import { column } from '../sql/scope';
import { sql } from '../sql/sql';
import type { Run } from './database';
import { verifyDeclarations } from './verify';

const schemaOf = (singularName: string) => ({
  info: { singularName },
  attributes: { number: {}, title: {}, publisher: { target: 'api::publisher.publisher' } },
});

const usual = { path: '/books', fields: { title: text(), publisher_id: ref('publisher') }, row: shape('id title') };
const publisher = defineResource(schemaOf('publisher'), {
  path: '/publishers',
  fields: { title: text() },
  row: shape('id title'),
});

const modelOf = (kind: string, target: string): Model => ({
  uid: `api::${kind}.${kind}`,
  tableName: `${kind}s`,
  attributes: {
    ...Object.fromEntries(
      ['number', 'title', 'createdAt', 'updatedAt'].map((name) => [name, { type: 'string', columnName: name }]),
    ),
    publisher: {
      type: 'relation',
      target: `api::${target}.${target}`,
      joinTable: { name: `${kind}_links`, joinColumn: { name: 'from' }, inverseJoinColumn: { name: 'to' } },
    },
  },
});

/** Verifies a declaration; returns the error or `right`. PostgreSQL refuses statements that contain the word `refused`. */
async function verified(book: Resource, refused?: string, target = 'publisher'): Promise<string> {
  register({ resources: [book, publisher], views: [], endpoints: [] });
  useModels((uid) => modelOf(uid === book.uid ? 'book' : 'publisher', target));
  const run: Run = async ({ text: statement }) => {
    if (refused && statement.includes(refused))
      throw Object.assign(new Error(`column "${refused}" does not exist`), { code: '42703' });
    return [];
  };
  return verifyDeclarations([book, publisher], [], run).then(
    () => 'right',
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

const book = (declared: object) => defineResource(schemaOf('book'), { ...usual, ...declared });

describe('declarations at the start', () => {
  test('pass when they are correct', async () => {
    expect(await verified(book({ filters: { publisher: refersTo('publisher', '') } }))).toBe('right');
  });

  test.each([
    [
      'a path without a relation',
      { filters: { city: refersTo('publisher.city', '') } },
      'its filter "city" does not compile: api::publisher.publisher has no relation "city"',
    ],
    [
      'a shape of another resource that lacks the name',
      { row: shape('id', { publisher: pick('publisher', 'id name') }) },
      'its shape "row" does not compile: publishers has no field "name"',
    ],
    [
      'a column that a condition names',
      { filters: { q: integerFilter('', (scope, value) => sql`${column(scope, 'isbn')} = ${value}`) } },
      'its filter "q" does not compile: api::book.book has no column for "isbn"',
    ],
    [
      'a statement that PostgreSQL refuses',
      { filters: { q: integerFilter('', (_, value) => sql`isbn = ${value}`) } },
      'its filter "q" does not compile: column "isbn" does not exist',
    ],
  ])('fail for %s', async (_, declared, fault) => {
    expect(await verified(book(declared), 'isbn')).toBe(
      `DeclarationError: The declaration of the resource "books" is wrong: ${fault}.`,
    );
  });

  test('fail for a reference to another kind', async () => {
    expect(await verified(book({}), undefined, 'book')).toContain('its reference "publisher_id" does not compile');
  });

  test('fail for filters without a condition', async () => {
    const filters = { q: booleanFilter('') };
    expect(await verified(book({ filters }))).toBe(
      'DeclarationError: The filter "q" of the resource "books" has no condition.',
    );
    const group = { names: ['q', 'r'], where: () => sql`true` };
    expect(await verified(book({ filters, filterGroups: [group] }))).toContain('has no filter "r"');
  });

  test('fail for a group that asks for a filter it does not name', async () => {
    const group = { names: ['q'], where: (_: unknown, value: (name: string) => unknown) => sql`${value('p')} is null` };
    expect(await verified(book({ filters: { q: booleanFilter('') }, filterGroups: [group] }))).toContain(
      'its filters "q" does not compile: there is no parameter "p"',
    );
  });

  test('are not blamed for a lock, or for a database that is away', async () => {
    register({ resources: [publisher], views: [], endpoints: [] });
    const locked = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    await expect(verifyDeclarations([publisher], [], () => Promise.reject(locked))).rejects.toBe(locked);
  });
});
