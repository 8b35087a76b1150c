import { orderOf, type Resource } from '../resource/resource';
import { column, type Scope } from '../sql/scope';
import { all, parameter, type Sql, sql } from '../sql/sql';

/** SQL: the filters of these names hold; their values are parameters. */
export function condition(of: Resource, names: string[], scope: Scope): Sql {
  const given = (name: string) => (names.includes(name) ? parameter(name) : undefined);
  return all([
    ...names.flatMap((name) => of.filters[name]?.where?.(scope, parameter(name)) ?? []),
    ...of.filterGroups.filter((group) => group.names.some(given)).map((group) => group.where(scope, given)),
  ]);
}

type Order = (of: Resource, columnOf: (attribute: string) => Sql) => Sql;

const orderFrom =
  (end: 'start' | 'end'): Order =>
  (of, columnOf) =>
    sql.join(
      orderOf(of).map(({ attribute, isFalling }) => {
        const direction = isFalling === (end === 'start') ? sql`desc` : sql`asc`;
        return sql`${columnOf(attribute)} ${direction} ${end === 'start' ? sql`nulls last` : sql`nulls first`}`;
      }),
    );

/** The order of a resource's lists; `columnOf` says where an attribute is read. */
export const orderBy = orderFrom('start');

/** The same from the end. */
export const reverseOrderBy = orderFrom('end');

/** The order of a list over the rows of a scope. */
export const order = (of: Resource, scope: Scope): Sql => orderBy(of, (attribute) => column(scope, attribute));
