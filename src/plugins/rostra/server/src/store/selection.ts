import type { Json } from '../../../../../common/json';
import { orderOf, type Resource } from '../resource/resource';
import type { View } from '../resource/view';
import { column, from, open, type Scope } from '../sql/scope';
import { all, parameter, prepared, type Sql, type Statement, sql } from '../sql/sql';
import type { Run } from './database';
import { inKeyOrder } from './key-order';

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

/** How many records an export reads at a time. */
const BATCH = 200;

/** The identifiers of the records for which filters hold, in their order, some at a time. */
export async function* numbersOf(of: Resource, filters: Record<string, Json>, run: Run): AsyncGenerator<number[]> {
  const names = Object.keys(filters).sort();
  const where = (scope: Scope) => condition(of, names, scope);
  const reading = { name: `numbers ${names.join(' ')}`, where, values: filters, size: BATCH };
  for await (const rows of inKeyOrder(of, reading, run)) yield rows.map(([number]) => number);
}

/** How many records there are for which filters hold. */
export async function countOf(of: Resource, filters: Record<string, Json>, run: Run): Promise<number> {
  const names = Object.keys(filters).sort();
  const statement = prepared(of, `count ${names.join(' ')}`, () => {
    const scope = open(of.uid);
    return sql`select count(*) from ${from(scope)} where ${condition(of, names, scope)}`;
  });
  const [found] = await run(statement, filters);
  return Number(found?.[0] ?? 0);
}

/** The statement of a view for which the named parameters are given. */
export const viewStatement = (of: View, names: string[]): Statement =>
  prepared(of, names.join(' '), () => of.query((name) => (names.includes(name) ? parameter(name) : undefined)));
