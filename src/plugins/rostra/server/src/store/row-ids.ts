import { attributeOf } from '../fields/field';
import type { Resource } from '../resource/resource';
import { column, rowId, type Scope, scopeOf, tableOf, toMany } from '../sql/scope';
import { object, parameter, prepared, type Sql, sql } from '../sql/sql';
import type { Run } from './database';

/** Strapi's ids of the nested rows of a record, by attribute, in the order of their canonical form. */
export type RowIds = Record<string, number[]>;

/** SQL: the ids of a record's nested rows (`RowIds`). */
export function rowIdsIn(resource: Resource, scope: Scope): Sql {
  const lists = Object.entries(resource.fields).flatMap(([name, field]): [string, Sql][] => {
    if (field.kind !== 'rows') return [];
    const attribute = attributeOf(name, field);
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
