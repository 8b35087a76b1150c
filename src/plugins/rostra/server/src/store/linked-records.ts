import { isObject } from '../../../../../common/json';
import { publicIdOf } from '../fields/ref';
import type { Resource } from '../resource/resource';
import { column, rowId, scopeOf, tableOf } from '../sql/scope';
import { parameter, prepared, sql } from '../sql/sql';
import type { Run } from './database';

/** Reads the public identifiers of records that a form names by Strapi's ids: `{ id }` or `{ documentId }`. One statement, if there are any. */
export async function readLinked(resource: Resource, links: unknown[], run: Run): Promise<number[]> {
  const documentIds = links.flatMap((link) =>
    isObject(link) && typeof link.documentId === 'string' ? link.documentId : [],
  );
  const rowIds = links.flatMap((link) => (isObject(link) && Number.isInteger(link.id) ? Number(link.id) : []));
  if (documentIds.length + rowIds.length === 0) return [];
  const statement = prepared(resource, 'linked', () => {
    const scope = scopeOf(resource.uid);
    return sql`select ${publicIdOf(scope)} from ${tableOf(scope)}
      where ${column(scope, 'documentId')} = any(${parameter('documentIds')}::text[]) or ${rowId(scope)} = any(${parameter('rowIds')}::int[])`;
  });
  return (await run(statement, { documentIds, rowIds })).map(([publicId]) => publicId as number);
}
