import type { Resource } from '../resource/resource';
import { column, type Scope, scopeOf, tableOf } from '../sql/scope';
import { all, parameter, prepared, type Sql, sql } from '../sql/sql';
import type { Run } from './database';

/** What is read of which records. */
interface Reading {
  /** Names the statement: the same columns and condition have the same name. */
  name: string;
  columns?(scope: Scope): Sql[];
  where?(scope: Scope): Sql;
  /** The parameters of `where`. */
  values?: Record<string, unknown>;
  /** How many records a statement reads. */
  size: number;
}

/** Reads records in the order of their public identifiers, one statement for each batch: the identifier, then the columns. */
export async function* inKeyOrder<Columns extends unknown[]>(
  of: Resource,
  { name, columns, where, values, size }: Reading,
  run: Run,
): AsyncGenerator<[number, ...Columns][]> {
  const statement = prepared(of, `key order ${size} ${name}`, () => {
    const scope = scopeOf(of.uid);
    const key = column(scope, of.key.attribute);
    const condition = all([sql`${key} > ${parameter('after')}::int`, ...(where ? [where(scope)] : [])]);
    return sql`select ${sql.join([key, ...(columns?.(scope) ?? [])])} from ${tableOf(scope)} where ${condition} order by ${key} limit ${sql.lit(size)}`;
  });
  // The index of a term may be 0.
  for (let after = -1; ; ) {
    const rows = (await run(statement, { ...values, after })) as [number, ...Columns][];
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    [after] = last;
  }
}
