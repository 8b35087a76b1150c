import type { Json } from '../../../../../../common/json';
import { entryOf } from '../../../../../../common/maps';
import type { Draft } from '../../fields/field';
import { columnOf, type Model, relationOf } from '../../sql/model';
import { compile, ident, parameter, type Sql, sql } from '../../sql/sql';
import type { Run } from '../database';
import type { Gain } from './list-gains';

/** An existing row and the values to write to it. */
export interface RowDraft {
  rowId: number;
  draft: Draft;
  /** The row was inserted in this transaction: it has no links or nested rows yet. */
  isNew?: boolean;
  /** What lists gain, by attribute: written without their other links. */
  gains?: Record<string, Gain[]>;
}

/** PostgreSQL types of Strapi's attribute types. */
const TYPES: Record<string, string> = {
  string: 'text',
  text: 'text',
  integer: 'int',
  boolean: 'boolean',
  datetime: 'timestamp',
  json: 'jsonb',
  enumeration: 'text',
};

/** `jsonb_to_recordset(…) as r(id, …)`: the records of a parameter as rows of a model's columns. */
export function recordset(model: Model, attributes: string[]): Sql {
  const columns = attributes.map(
    (attribute) => sql`${ident(columnOf(model, attribute))} ${sql.raw(typeOf(model, attribute))}`,
  );
  return sql`jsonb_to_recordset(${parameter('records')}::jsonb) as r(${sql.join([sql`id int`, ...columns])})`;
}

/** The attributes of a model that drafts may write to columns. */
export const columnAttributes = ({ attributes }: Model): string[] =>
  Object.keys(attributes).filter((name) => attributes[name]?.columnName && !OWN_COLUMNS.has(name));

/** The columns that Strapi fills. */
const OWN_COLUMNS = new Set(['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'locale']);

/** The PostgreSQL type of an attribute's column. */
export function typeOf(model: Model, attribute: string): string {
  const type = TYPES[model.attributes[attribute]?.type ?? ''];
  if (!type) throw new Error(`${model.uid}: bulk writing does not support the type of "${attribute}"`);
  return type;
}

/** Renames the keys of values from attributes to columns. */
export const toColumns = (model: Model, values: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(Object.entries(values).map(([attribute, value]) => [columnOf(model, attribute), value]));

/** The attributes that occur in any of the drafts. */
export const attributesIn = (drafts: { draft: Draft }[], part: keyof Draft): string[] => [
  ...new Set(drafts.flatMap(({ draft }) => Object.keys(draft[part]))),
];

/** Hands out a reserved row id of a table. */
export type TakeRowId = (table: string) => number;

/** Reserves row ids, given their number for each table, in one statement. */
export async function reserveRowIds(counts: Map<string, number>, run: Run): Promise<TakeRowId> {
  const reserved = new Map<string, number[]>();
  const parameters = { tables: [...counts.keys()], counts: [...counts.values()] };
  const rows = counts.size > 0 ? await run(reservation, parameters) : [];
  for (const [table, rowId] of rows as [string, number][]) entryOf(reserved, table, () => []).push(rowId);
  return (table) => {
    const rowId = reserved.get(table)?.shift();
    if (rowId === undefined) throw new Error(`no row id of ${table} is left`);
    return rowId;
  };
}

const reservation = compile(
  sql`select t.name, nextval(pg_get_serial_sequence(quote_ident(t.name), 'id'))::int from unnest(${parameter('tables')}::text[], ${parameter('counts')}::int[]) t(name, number), generate_series(1, t.number)`,
);

/** Adds the number of nested rows in drafts to `counts`, by table. */
export function countNestedRows(model: Model, drafts: Draft[], counts: Map<string, number>): void {
  for (const { rows } of drafts) {
    for (const [attribute, nested] of Object.entries(rows)) {
      if (nested.length === 0) continue;
      const { to } = relationOf(model, attribute);
      counts.set(to.tableName, (counts.get(to.tableName) ?? 0) + nested.length);
      countNestedRows(to, nested, counts);
    }
  }
}
