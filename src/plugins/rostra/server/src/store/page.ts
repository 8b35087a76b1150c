import { orderOf, type Resource } from '../resource/resource';
import { column, scopeOf, tableOf } from '../sql/scope';
import { ident, parameter, type Sql, sql } from '../sql/sql';
import { condition, orderBy, reverseOrderBy } from './selection';
import { rowCount } from './versions/ensure';

/** The queries that select the records of a page. */
interface PageQueries {
  /** A common table expression that the other two use. */
  cte: Sql;
  /** A query of the number of matching records. */
  total: Sql;
  /** A query of the page's public ids, with the column `key`. */
  keys: Sql;
}

/** The position of the page's first record in the list, from 0. */
const OFFSET = sql`${parameter('offset')}::bigint`;

/** Selects the records of a page for filters of these names. */
export function pageQueries(resource: Resource, names: string[], size: number): PageQueries {
  const isIndexed = names.every((name) => resource.filters[name]?.column);
  return isIndexed ? indexPage(resource, names, size) : matchPage(resource, names, size);
}

/**
 * For no filter, or columns that equal a value: an index holds the rows in the list's order, so an index-only scan finds the
 * page. Pages in the second half of the list are scanned from its end.
 */
function indexPage(resource: Resource, names: string[], size: number): PageQueries {
  const counted = scopeOf(resource.uid);
  const count = sql`select count(*) as rows from ${tableOf(counted)} where ${condition(resource, names, counted)}`;
  const isNearStart = sql`(select ${OFFSET} <= rows / 2 from total)`;
  const walk = (by: typeof orderBy, length: Sql, start: Sql) => {
    const scope = scopeOf(resource.uid);
    const inOrder = by(resource, (attribute) => column(scope, attribute));
    return sql`(select ${column(scope, resource.key.attribute)} as key from ${tableOf(scope)} where ${condition(resource, names, scope)} order by ${inOrder} limit ${length} offset ${start})`;
  };
  const fromStart = walk(orderBy, sql`case when ${isNearStart} then ${sql.lit(size)} else 0 end`, OFFSET);
  const fromEnd = walk(
    reverseOrderBy,
    sql`case when ${isNearStart} then 0 else (select greatest(0, least(${sql.lit(size)}, rows - ${OFFSET})) from total) end`,
    sql`(select greatest(0, rows - ${OFFSET} - ${sql.lit(size)}) from total)`,
  );
  return {
    cte: sql`total as materialized (${names.length === 0 ? rowCount(counted.model) : count})`,
    total: sql`select rows from total`,
    keys: sql`select key from (${fromStart} union all ${fromEnd}) walked limit ${sql.lit(size)}`,
  };
}

/** Any other filter costs more than counting and sorting its matches, so they are collected once. */
function matchPage(resource: Resource, names: string[], size: number): PageQueries {
  const scope = scopeOf(resource.uid);
  const attributes = orderOf(resource).map(({ attribute }) => attribute);
  const columns = attributes.map((attribute) => sql`${column(scope, attribute)} as ${ident(attribute)}`);
  return {
    cte: sql`found as materialized (select ${sql.join(columns)} from ${tableOf(scope)} where ${condition(resource, names, scope)})`,
    total: sql`select count(*) from found`,
    keys: sql`select ${ident(resource.key.attribute)} as key from found order by ${orderBy(resource, ident)} limit ${sql.lit(size)} offset ${OFFSET}`,
  };
}
