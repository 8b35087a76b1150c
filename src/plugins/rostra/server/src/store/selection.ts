import type { Json } from '../../../../../common/json';
import { orderOf, type Resource } from '../resource/resource';
import type { View } from '../resource/view';
import { column, type Scope, scopeOf, tableOf } from '../sql/scope';
import { all, parameter, prepared, type Sql, type Statement, sql } from '../sql/sql';
import type { Run } from './database';
import { inKeyOrder } from './key-order';

/** SQL: the filters of these names hold; their values are parameters. */
export function condition(resource: Resource, names: string[], scope: Scope): Sql {
  const given = (name: string) => (names.includes(name) ? parameter(name) : undefined);
  return all([
    ...names.flatMap((name) => resource.filters[name]?.where?.(scope, parameter(name)) ?? []),
    ...resource.filterGroups.filter((group) => group.names.some(given)).map((group) => group.where(scope, given)),
  ]);
}

type Order = (resource: Resource, columnOf: (attribute: string) => Sql) => Sql;

const orderFrom =
  (end: 'start' | 'end'): Order =>
  (resource, columnOf) =>
    sql.join(
      orderOf(resource).map(({ attribute, isDescending }) => {
        const direction = isDescending === (end === 'start') ? sql`desc` : sql`asc`;
        return sql`${columnOf(attribute)} ${direction} ${end === 'start' ? sql`nulls last` : sql`nulls first`}`;
      }),
    );

/** The order of a resource's lists; `columnOf` says where an attribute is read. */
export const orderBy = orderFrom('start');

/** The same from the end. */
export const reverseOrderBy = orderFrom('end');

/** The order of a list over the rows of a scope. */
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
  for await (const rows of inKeyOrder(resource, reading, run)) yield rows.map(([publicId]) => publicId);
}

/** Counts the records that match parsed filters. */
export async function countOf(resource: Resource, filters: Record<string, Json>, run: Run): Promise<number> {
  const names = Object.keys(filters).sort();
  const statement = prepared(resource, `count ${names.join(' ')}`, () => {
    const scope = scopeOf(resource.uid);
    return sql`select count(*) from ${tableOf(scope)} where ${condition(resource, names, scope)}`;
  });
  const [found] = await run(statement, filters);
  return Number(found?.[0] ?? 0);
}

/** The statement of a view for which the named parameters are given. */
export const viewStatement = (of: View, names: string[]): Statement =>
  prepared(of, names.join(' '), () => of.query((name) => (names.includes(name) ? parameter(name) : undefined)));
