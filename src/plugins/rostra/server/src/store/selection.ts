import type { Json } from '../../../../../common/json';
import { orderOf, type Resource } from '../resource/resource';
import type { View } from '../resource/view';
import { column, type Scope, scopeOf, tableOf } from '../sql/scope';
import { all, parameter, prepared, type Sql, type Statement, sql } from '../sql/sql';
import type { Run } from './database';
import { readByKeyset } from './keyset';

/** SQL: the filters of these names hold. Their values are parameters. */
export function condition(resource: Resource, names: string[], scope: Scope): Sql {
  const value = (name: string) => (names.includes(name) ? parameter(name) : undefined);
  return all([
    ...names.flatMap((name) => resource.filters[name]?.where?.(scope, parameter(name)) ?? []),
    ...resource.filterGroups.filter((group) => group.names.some(value)).map((group) => group.where(scope, value)),
  ]);
}

type OrderClause = (resource: Resource, columnOf: (attribute: string) => Sql) => Sql;

const orderFrom =
  (end: 'start' | 'end'): OrderClause =>
  (resource, columnOf) =>
    sql.join(
      orderOf(resource).map(({ attribute, isDescending }) => {
        const direction = isDescending === (end === 'start') ? sql`desc` : sql`asc`;
        return sql`${columnOf(attribute)} ${direction} ${end === 'start' ? sql`nulls last` : sql`nulls first`}`;
      }),
    );

/** SQL: the order of a resource's lists; `columnOf` returns the column of an attribute. */
export const orderBy = orderFrom('start');

/** SQL: the reverse order of a resource's lists. */
export const reverseOrderBy = orderFrom('end');

/** SQL: the order of a resource's lists, for a scope. */
export const order = (resource: Resource, scope: Scope): Sql =>
  orderBy(resource, (attribute) => column(scope, attribute));

/** How many public ids one statement reads. */
const CHUNK = 200;

/** Public ids of the records that match parsed filters, in chunks, in ascending order. */
export async function* publicIdsOf(
  resource: Resource,
  filters: Record<string, Json>,
  run: Run,
): AsyncGenerator<number[]> {
  const names = Object.keys(filters).sort();
  const where = (scope: Scope) => condition(resource, names, scope);
  const reading = { name: `numbers ${names.join(' ')}`, where, values: filters, size: CHUNK };
  for await (const rows of readByKeyset(resource, reading, run)) yield rows.map(([publicId]) => publicId);
}

/** Counts the records that match parsed filters. */
export async function countRecords(resource: Resource, filters: Record<string, Json>, run: Run): Promise<number> {
  const names = Object.keys(filters).sort();
  const statement = prepared(resource, `count ${names.join(' ')}`, () => {
    const scope = scopeOf(resource.uid);
    return sql`select count(*) from ${tableOf(scope)} where ${condition(resource, names, scope)}`;
  });
  const [found] = await run(statement, filters);
  return Number(found?.[0] ?? 0);
}

/** The statement of a view for a request with these parameters. */
export const viewStatement = (view: View, names: string[]): Statement =>
  prepared(view, names.join(' '), () => view.query((name) => (names.includes(name) ? parameter(name) : undefined)));
