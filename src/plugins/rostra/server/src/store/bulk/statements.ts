import type { Json } from '../../../../../../common/json';
import type { Draft } from '../../fields/field';
import { columnOf, type Model } from '../../sql/model';
import { ident, parameter, type Sql, sql } from '../../sql/sql';
import { type Run, runOnce } from '../database';

/** An existing row and the values to write to it. */
export interface RowDraft {
  rowId: number;
  draft: Draft;
  /** The row was inserted in this transaction: it has no links or nested rows yet. */
  isNew?: boolean;
}

/** PostgreSQL types of Strapi's attribute types. */
const TYPES: Record<string, string> = {
  string: 'text',
  text: 'text',
  integer: 'int',
  boolean: 'boolean',
  datetime: 'timestamp',
  json: 'jsonb',
};

/** `jsonb_to_recordset(…) as r(id, …)`: the records of a parameter as rows of a model's columns. */
export function recordset(model: Model, attributes: string[]): Sql {
  const columns = attributes.map(
    (attribute) => sql`${ident(columnOf(model, attribute))} ${sql.raw(typeOf(model, attribute))}`,
  );
  return sql`jsonb_to_recordset(${parameter('records')}::jsonb) as r(${sql.join([sql`id int`, ...columns])})`;
}

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

/** Reserves row ids. */
export async function reserveRowIds(table: string, count: number, run: Run): Promise<number[]> {
  const rows = await runOnce(
    run,
    sql`select nextval(pg_get_serial_sequence(quote_ident(${parameter('table')}), 'id'))::int from generate_series(1, ${parameter('count')}::int)`,
    { table, count },
  );
  return rows.map(([value]) => value as number);
}
