import { gramFunctions, gramsOf } from '../filters/grams';
import type { Resource } from '../resource/resource';
import { columnOf, type Model, modelOf, relationOf } from '../sql/model';
import { ident, type Sql, sql } from '../sql/sql';
import type { Catalog } from './catalog';
import { type Run, runOnce } from './database';
import { orderBy } from './selection';

/** Creates the missing indexes for the orders and filters of the resources. */
export async function ensureIndexes(resources: Resource[], catalog: Catalog, run: Run): Promise<void> {
  for (const definition of gramFunctions) await runOnce(run, definition);
  const needed = new Map(resources.flatMap(indexesOf));
  for (const [name, on] of needed) {
    if (!catalog.has(name)) await runOnce(run, sql`create index ${ident(name)} on ${on}`);
  }
}

/** The names of a resource's indexes, and what they are on. */
function indexesOf(resource: Resource): [string, Sql][] {
  const { uid } = resource;
  const { tableName } = modelOf(uid);
  const table = ident(tableName);
  const inOrder = orderBy(resource, (attribute) => ident(columnOf(modelOf(uid), attribute)));
  return [
    ...(resource.order.length > 1 ? [[`${tableName}_order_ix`, sql`${table} (${inOrder})`] as [string, Sql]] : []),
    ...columnsOf(resource, filteredAttributes(resource)).map((column): [string, Sql] => [
      `${tableName}_${column}_in_order_ix`,
      sql`${table} (${ident(column)}, ${inOrder})`,
    ]),
    // Without `fastupdate`: every search would read the list of pending entries.
    ...columnsOf(resource, searchedAttributes(resource)).map((column): [string, Sql] => [
      `${tableName}_${column}_grams_ix`,
      sql`${table} using gin (${gramsOf(ident(column))}) with (fastupdate = off)`,
    ]),
    ...componentIndexes(modelOf(uid)),
  ];
}

/** Attributes that filters compare with a value. */
const filteredAttributes = ({ filters, filterGroups }: Resource): string[] => [
  ...Object.values(filters).flatMap(({ column }) => column ?? []),
  ...filterGroups.flatMap(({ indexed }) => indexed ?? []),
];

/** Attributes in which filters search for parts of texts. */
const searchedAttributes = ({ filters }: Resource): string[] =>
  Object.values(filters).flatMap(({ searched }) => searched ?? []);

/** Attributes that get an index each. */
export const indexedAttributes = (resource: Resource): string[] => [
  ...filteredAttributes(resource),
  ...searchedAttributes(resource),
];

/** The distinct columns of attributes. */
const columnsOf = ({ uid }: Resource, attributes: string[]): string[] => [
  ...new Set(attributes.map((attribute) => columnOf(modelOf(uid), attribute))),
];

/** Indexes that lead from a component to its record; Strapi's lead the other way only. */
const componentIndexes = (owner: Model): [string, Sql][] =>
  Object.entries(owner.attributes)
    .filter(([, { joinTable }]) => joinTable?.on)
    .map(([name]) => relationOf(owner, name))
    .map(({ table, target }) => [`${table}_${target}_ix`, sql`${ident(table)} (${ident(target)})`]);
