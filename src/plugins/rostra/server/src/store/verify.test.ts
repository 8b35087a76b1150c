import { ref, text } from '../fields';
import { booleanFilter, integerFilter, refersTo } from '../filters';
import { pick } from '../resource/pick';
import { register } from '../resource/registry';
import { defineResource, type Resource } from '../resource/resource';
import { shape } from '../resource/shape';
import { type Model, useModels } from '../sql/model';
import { column } from '../sql/scope';
import { sql } from '../sql/sql';
import type { Run } from './database';
import { verifyNames, verifyStatements } from './verify';

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
  try {
    verifyNames([book, publisher], []);
    await verifyStatements([book, publisher], [], run);
    return 'right';
  } catch (error) {
    return String(error);
  }
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
      'filter "city"): api::publisher.publisher has no relation "city"',
    ],
    [
      'a shape of another resource that lacks the name',
      { row: shape('id', { publisher: pick('publisher', 'id name') }) },
      'shape "row"): publishers has no field "name"',
    ],
    [
      'a column that a condition names',
      { filters: { q: integerFilter('', (scope, value) => sql`${column(scope, 'isbn')} = ${value}`) } },
      'filter "q"): api::book.book has no column for "isbn"',
    ],
    ['an order', { order: ['-titel'] }, 'order): api::book.book has no column for "titel"'],
    ['a title', { title: 'titel' }, 'title): api::book.book has no column for "titel"'],
    [
      'a column to index',
      { filters: { q: { ...integerFilter('', () => sql`true`), column: 'isbn' } } },
      'index): api::book.book has no column for "isbn"',
    ],
  ])('fail for %s', async (_, declared, fault) => {
    expect(await verified(book(declared))).toBe(
      `DeclarationError: The declaration of the resource "books" is wrong (${fault}.`,
    );
  });

  test('fail for a statement that PostgreSQL refuses', async () => {
    const filters = { q: integerFilter('', (_, value) => sql`isbn = ${value}`) };
    expect(await verified(book({ filters }), 'isbn')).toBe(
      'DeclarationError: PostgreSQL rejects the statement of filter "q" of the resource "books": column "isbn" does not exist.',
    );
  });

  test('fail for a reference to another kind', async () => {
    expect(await verified(book({}), undefined, 'book')).toContain(
      'is wrong (reference "publisher_id"): "publisher" leads to api::book.book, not to api::publisher.publisher',
    );
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
      'is wrong (filters "q"): there is no parameter "p"',
    );
  });

  test('are not blamed for a lock, or for a database that is away', async () => {
    register({ resources: [publisher], views: [], endpoints: [] });
    const locked = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    await expect(verifyStatements([publisher], [], () => Promise.reject(locked))).rejects.toBe(locked);
  });
});
