import { oneOf, ref, rows, text } from '../fields';
import { exactInteger, partial, refersTo } from '../filters';
import { pick, pickRows } from './pick';
import { defineResource } from './resource';
import { range } from './rules';
import { shape } from './shape';

/** A schema with the type that the compiler infers from a JSON file. */
const schema = {
  info: { singularName: 'book' },
  attributes: {
    number: { type: 'integer' },
    title: { type: 'string' },
    record_status: { type: 'string' },
    publisher: { type: 'relation', relation: 'manyToOne', target: 'api::publisher.publisher' },
    editions: { type: 'component', repeatable: true, component: 'book.edition' },
    owner_person: { type: 'relation', relation: 'manyToOne', target: 'api::person.person' },
  },
};

const OWNER = {
  attribute: 'owner',
  options: { person: 'person' },
  names: { type: 'owner_type', id: 'owner_id' },
} as const;

const usual = {
  path: '/books',
  fields: {
    title: text().required(),
    status: text().in('record_status'),
    publisher_id: ref('publisher'),
    editions: rows({ title: text() }),
    ...oneOf(OWNER),
  },
  row: shape('id title'),
};

describe('a declaration', () => {
  test('derives the resource from its content type and fields', () => {
    const book = defineResource(schema, {
      ...usual,
      order: ['-title', 'record_status'],
      filters: {
        number: exactInteger('number', ''),
        title: partial(['title', 'record_status'], ''),
        publisher: refersTo('publisher', ''),
        city: refersTo('publisher.city', ''),
      },
      row: shape(
        'id title status',
        { publisher: pick('publisher', 'id name'), editions: pickRows('editions', {}) },
        'owner_type owner_id',
      ),
    });
    expect(book).toMatchObject({
      kind: 'book',
      uid: 'api::book.book',
      order: ['-title', 'record_status', 'id'],
      detail: ['id', 'title', 'status', 'publisher_id', 'editions', 'owner_type', 'owner_id'],
    });
    expect(book.row.slice(0, 3)).toEqual(['id', 'title', 'status']);
  });

  // The compiler reads these: a line without its error fails the type check.
  test('does not compile with names that the schema lacks', () => {
    const { fields } = usual;
    // @ts-expect-error a field without an attribute
    expect(defineResource(schema, { ...usual, fields: { ...fields, subtitle: text() } })).toBeDefined();
    // @ts-expect-error a field stored in an unknown attribute
    expect(defineResource(schema, { ...usual, fields: { title: text(), status: text().in('status') } })).toBeDefined();
    const holder = oneOf({ ...OWNER, attribute: 'holder' });
    // @ts-expect-error a polymorphic reference without attributes
    expect(defineResource(schema, { ...usual, fields: { ...fields, ...holder } })).toBeDefined();
    // @ts-expect-error a filter by an unknown column
    expect(defineResource(schema, { ...usual, filters: { q: partial('titel', '') } })).toBeDefined();
    // @ts-expect-error a filter by one of several unknown columns
    expect(defineResource(schema, { ...usual, filters: { q: partial(['title', 'titel'], '') } })).toBeDefined();
    // @ts-expect-error a filter by a relation as if it were a column
    expect(defineResource(schema, { ...usual, filters: { q: exactInteger('publisher', '') } })).toBeDefined();
    // @ts-expect-error a filter by an unknown relation
    expect(defineResource(schema, { ...usual, filters: { publisher: refersTo('publsher', '') } })).toBeDefined();
    // @ts-expect-error a path that starts with an unknown relation
    expect(defineResource(schema, { ...usual, filters: { city: refersTo('publsher.city', '') } })).toBeDefined();
    // @ts-expect-error a filter by a column as if it were a relation
    expect(defineResource(schema, { ...usual, filters: { title: refersTo('title', '') } })).toBeDefined();
    // @ts-expect-error an order by an unknown name
    expect(defineResource(schema, { ...usual, order: ['-titel'] })).toBeDefined();
    // @ts-expect-error a row with an unknown name
    expect(defineResource(schema, { ...usual, row: shape('id titel') })).toBeDefined();
    // @ts-expect-error a detail with an unknown name
    expect(defineResource(schema, { ...usual, detail: shape('id', 'title titel') })).toBeDefined();
    // @ts-expect-error an addition with an unknown name
    expect(defineResource(schema, { ...usual, full: shape('titel') })).toBeDefined();
    // @ts-expect-error a shape along an unknown relation
    expect(defineResource(schema, { ...usual, row: shape('id', { publisher: pick('publsher', 'id') }) })).toBeDefined();
    // @ts-expect-error nested rows of an unknown component
    expect(defineResource(schema, { ...usual, row: shape('id', { editions: pickRows('edition', {}) }) })).toBeDefined();
    // @ts-expect-error a rule for an unknown field
    expect(defineResource(schema, { ...usual, rules: [range('title', 'titel')] })).toBeDefined();
    // @ts-expect-error named by an unknown field
    expect(defineResource(schema, { ...usual, names: ['titel'] })).toBeDefined();
    // @ts-expect-error named within an unknown field
    expect(defineResource(schema, { ...usual, names: { fields: ['title'], scope: ['publisher'] } })).toBeDefined();
    // @ts-expect-error an unknown extension field
    expect(defineResource(schema, { ...usual, extensions: ['titel'] })).toBeDefined();
    // @ts-expect-error a writer that is not a relation
    expect(defineResource(schema, { ...usual, writer: 'title' })).toBeDefined();
    // @ts-expect-error an identifier in an unknown attribute
    expect(defineResource(schema, { ...usual, key: { name: 'index', attribute: 'index' } })).toBeDefined();
  });
});
