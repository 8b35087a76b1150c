import { attributeOf, type Field } from '../fields/field';
import type { Resource } from '../resource/resource';
import type { Model } from '../sql/model';
import { column, rowId, type Scope, scopeOf, tableOf, toMany } from '../sql/scope';
import { object, parameter, prepared, type Sql, sql } from '../sql/sql';
import type { Run } from './database';

/** Strapi's ids of the nested rows of a record, by attribute, in the order of their canonical form. */
export type RowIds = Record<string, number[]>;

/** Whether a field holds nested rows that Strapi stores with ids: neither records of their own nor JSON. */
export const isRowList = ({ attributes }: Model, attribute: string, { nested }: Field): boolean =>
  nested !== undefined && attributes[attribute]?.joinTable?.on !== undefined;

/** SQL: the ids of a record's nested rows (`RowIds`). */
export function rowIdsIn(resource: Resource, scope: Scope): Sql {
  const lists = Object.entries(resource.fields).flatMap(([name, field]): [string, Sql][] => {
    const attribute = attributeOf(name, field);
    if (!isRowList(scope.model, attribute, field)) return [];
    const by = field.sortedBy;
    const ids = toMany(scope, attribute, rowId, (target, order) =>
      by === undefined ? order : sql`${column(target, by)}, ${order}`,
    );
    return [[attribute, ids]];
  });
  return lists.length === 0 ? sql`'{}'::json` : object(Object.fromEntries(lists));
}

/** Reads the ids of a record's nested rows. One statement. */
export async function readRowIds(resource: Resource, publicId: number, run: Run): Promise<RowIds> {
  const statement = prepared(resource, 'row ids', () => {
    const scope = scopeOf(resource.uid);
    return sql`select ${rowIdsIn(resource, scope)} from ${tableOf(scope)} where ${column(scope, resource.key.attribute)} = ${parameter('publicId')}`;
  });
  const [[ids] = []] = await run(statement, { publicId });
  return (ids ?? {}) as RowIds;
}
