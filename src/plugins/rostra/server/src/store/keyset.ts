import type { Resource } from '../resource/resource';
import { column, type Scope, scopeOf, tableOf } from '../sql/scope';
import { all, parameter, prepared, type Sql, sql } from '../sql/sql';
import type { Run } from './database';

/** Which records to read, and which columns. */
interface KeysetQuery {
  /** Names the statement; must differ for different columns or conditions. */
  name: string;
  columns?(scope: Scope): Sql[];
  where?(scope: Scope): Sql;
  /** The parameters of `where`. */
  values?: Record<string, unknown>;
  /** Records per statement. */
  size: number;
}

/** Reads records in chunks, by public id in ascending order (keyset pagination). Each row is the public id, then the columns. */
export async function* readByKeyset<Columns extends unknown[]>(
  resource: Resource,
  { name, columns, where, values, size }: KeysetQuery,
  run: Run,
): AsyncGenerator<[number, ...Columns][]> {
  const statement = prepared(resource, `keyset ${size} ${name}`, () => {
    const scope = scopeOf(resource.uid);
    const key = column(scope, resource.key.attribute);
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
