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

/** The order of a resource's lists; `columnOf` says where an attribute is read. */
export const orderBy = (of: Resource, columnOf: (attribute: string) => Sql): Sql =>
  sql.join(
    orderOf(of).map(({ attribute, isFalling }) =>
      isFalling ? sql`${columnOf(attribute)} desc nulls last` : sql`${columnOf(attribute)} asc nulls last`,
    ),
  );

/** The same from the end. */
export const reverseOrderBy = (of: Resource, columnOf: (attribute: string) => Sql): Sql =>
  sql.join(
    orderOf(of).map(({ attribute, isFalling }) =>
      isFalling ? sql`${columnOf(attribute)} asc nulls first` : sql`${columnOf(attribute)} desc nulls first`,
    ),
  );

/** The order of a list over the rows of a scope. */
export const order = (of: Resource, scope: Scope): Sql => orderBy(of, (attribute) => column(scope, attribute));
