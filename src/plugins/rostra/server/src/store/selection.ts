import { orderOf, type Resource } from '../resource/resource';
import { column, type Scope } from '../sql/scope';
import { all, parameter, type Sql, sql } from '../sql/sql';

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
      orderOf(resource).map(({ attribute, isFalling }) => {
        const direction = isFalling === (end === 'start') ? sql`desc` : sql`asc`;
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
