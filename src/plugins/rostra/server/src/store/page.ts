import { orderOf, type Resource } from '../resource/resource';
import { column, scopeOf, tableOf } from '../sql/scope';
import { ident, parameter, type Sql, sql } from '../sql/sql';
import { condition, orderBy, reverseOrderBy } from './selection';
import { countOf } from './versions/keep';

/** How the records of a page are chosen. */
interface Page {
  /** What is found before anything else: an entry of a `with` clause. */
  found: Sql;
  /** How many records match, as a query. */
  total: Sql;
  /** The public identifiers of the page, as a query with the column `key`. */
  keys: Sql;
}

/** The place of the first record of a page among all, from 0. */
const OFFSET = sql`${parameter('offset')}::bigint`;

/** Chooses the records of a page for filters of these names. */
export function pageOf(resource: Resource, names: string[], size: number): Page {
  const isIndexed = names.every((name) => resource.filters[name]?.column);
  return isIndexed ? alongIndex(resource, names, size) : amongFound(resource, names, size);
}

/**
 * No filter, or columns that equal a value: an index has them in the list's order, and nothing else of the rows is read.
 * The second half of the list is walked from its end.
 */
function alongIndex(resource: Resource, names: string[], size: number): Page {
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
    found: sql`total as materialized (${names.length === 0 ? countOf(counted.model) : count})`,
    total: sql`select rows from total`,
    keys: sql`select key from (${fromStart} union all ${fromEnd}) walked limit ${sql.lit(size)}`,
  };
}

/** Any other filter costs more than the records that it leaves: they are found once, then counted and sorted. */
function amongFound(resource: Resource, names: string[], size: number): Page {
  const scope = scopeOf(resource.uid);
  const attributes = orderOf(resource).map(({ attribute }) => attribute);
  const columns = attributes.map((attribute) => sql`${column(scope, attribute)} as ${ident(attribute)}`);
  return {
    found: sql`found as materialized (select ${sql.join(columns)} from ${tableOf(scope)} where ${condition(resource, names, scope)})`,
    total: sql`select count(*) from found`,
    keys: sql`select ${ident(resource.key.attribute)} as key from found order by ${orderBy(resource, ident)} limit ${sql.lit(size)} offset ${OFFSET}`,
  };
}
