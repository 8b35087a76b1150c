import { link, type Scope } from './scope';
import { type Sql, sql } from './sql';

/**
 * The records at the ends of paths that lead to many first and from each of these to one: `['act_features', 'act_dir',
 * 'st']`. A `select id` of their row ids, NULL where a path breaks off. A look-up for each link keeps to the indexes
 * however small the tables are; joins of small tables are scans of them, for every row that asks.
 */
export function endsOf(scope: Scope, [first = '', ...rest]: string[]): Sql {
  const start = link(scope, first);
  return sql`select ${endOf(start, rest)} as id from ${start.table} where ${start.comesFrom}`;
}

function endOf(from: ReturnType<typeof link>, [attribute, ...rest]: string[]): Sql {
  if (attribute === undefined) return from.leads;
  const next = link(from.target, attribute, from.leads);
  return sql`(select ${endOf(next, rest)} from ${next.table} where ${next.comesFrom} limit 1)`;
}
