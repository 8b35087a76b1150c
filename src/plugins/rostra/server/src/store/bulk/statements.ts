import type { Json } from '../../../../../../common/json';
import type { Draft } from '../../fields/field';
import { columnOf, type Model } from '../../sql/model';
import { ident, parameter, type Sql, sql } from '../../sql/sql';
import { type Run, runOnce } from '../database';

/** An existing row and the values to write to it. */
export interface RowDraft {
  row: number;
  draft: Draft;
  /** Inserted in this transaction: the row has no links or nested rows yet, and its columns unless the draft has some. */
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
export function recordset(of: Model, attributes: string[]): Sql {
  const columns = attributes.map(
    (attribute) => sql`${ident(columnOf(of, attribute))} ${sql.raw(typeOf(of, attribute))}`,
  );
  return sql`jsonb_to_recordset(${parameter('records')}::jsonb) as r(${sql.join([sql`id int`, ...columns])})`;
}

/** The PostgreSQL type of an attribute's column. */
export function typeOf(of: Model, attribute: string): string {
  const type = TYPES[of.attributes[attribute]?.type ?? ''];
  if (!type) throw new Error(`${of.uid}: bulk writing does not know the type of "${attribute}"`);
  return type;
}

/** Values under the names of their columns. */
export const renamed = (of: Model, values: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(Object.entries(values).map(([attribute, value]) => [columnOf(of, attribute), value]));

/** The attributes that any of the drafts names. */
export const attributesIn = (drafts: { draft: Draft }[], part: keyof Draft): string[] => [
  ...new Set(drafts.flatMap(({ draft }) => Object.keys(draft[part]))),
];

/** Reserves row ids. */
export async function newIds(table: string, count: number, run: Run): Promise<number[]> {
  const rows = await runOnce(
    run,
    sql`select nextval(pg_get_serial_sequence(quote_ident(${parameter('table')}), 'id'))::int from generate_series(1, ${parameter('count')}::int)`,
    { table, count },
  );
  return rows.map(([value]) => value as number);
}
