import { gramFunctions, gramsOf } from '../filters/grams';
import type { Resource } from '../resource/resource';
import { columnOf, type Model, modelOf, relationOf } from '../sql/model';
import { ident, type Sql, sql } from '../sql/sql';
import { type Run, runOnce } from './database';
import type { Present } from './present';
import { orderBy } from './selection';

/** Makes the indexes that the orders and filters of the resources need, where they are missing. */
export async function ensureIndexes(resources: Resource[], present: Present, run: Run): Promise<void> {
  for (const definition of gramFunctions) await runOnce(run, definition);
  const needed = new Map(resources.flatMap(indexesOf));
  for (const [name, on] of needed) {
    if (!present.has(name)) await runOnce(run, sql`create index ${ident(name)} on ${on}`);
  }
}

/** Names of a resource's indexes, and what they are on. */
function indexesOf(of: Resource): [string, Sql][] {
  const at = modelOf(of.uid);
  const { tableName } = at;
  const table = ident(tableName);
  const inOrder = orderBy(of, (attribute) => ident(columnOf(at, attribute)));
  return [
    ...(of.order.length > 1 ? [[`${tableName}_order_ix`, sql`${table} (${inOrder})`] as [string, Sql]] : []),
    ...columnsOf(of, equalled(of)).map((column): [string, Sql] => [
      `${tableName}_${column}_in_order_ix`,
      sql`${table} (${ident(column)}, ${inOrder})`,
    ]),
    // Written at once: a list of what is yet to be sorted in would be read by every search.
    ...columnsOf(
      of,
      Object.values(of.filters).flatMap(({ searched }) => searched ?? []),
    ).map((column): [string, Sql] => [
      `${tableName}_${column}_grams_ix`,
      sql`${table} using gin (${gramsOf(ident(column))}) with (fastupdate = off)`,
    ]),
    ...componentsOf(at),
  ];
}

/** Attributes that filters compare with a value. */
const equalled = (of: Resource): string[] => [
  ...Object.values(of.filters).flatMap(({ column }) => column ?? []),
  ...of.filterGroups.flatMap(({ indexed }) => indexed ?? []),
];

/** The columns of attributes, each once. */
const columnsOf = (of: Resource, attributes: string[]): string[] => [
  ...new Set(attributes.map((attribute) => columnOf(modelOf(of.uid), attribute))),
];

/** From a component back to the record: Strapi has an index for the other direction only. */
const componentsOf = (at: Model): [string, Sql][] =>
  Object.entries(at.attributes)
    .filter(([, { joinTable }]) => joinTable?.on)
    .map(([name]) => relationOf(at, name))
    .map(({ table, target }) => [`${table}_${target}_ix`, sql`${ident(table)} (${ident(target)})`]);
