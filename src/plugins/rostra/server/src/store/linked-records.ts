import { isObject } from '../../../../../common/json';
import { publicIdOf } from '../fields/ref';
import type { Resource } from '../resource/resource';
import { column, rowId, scopeOf, tableOf } from '../sql/scope';
import { parameter, prepared, sql } from '../sql/sql';
import type { Run } from './database';

/**
 * Reads the public identifiers of records that a form names by Strapi's ids, `{ id }` or `{ documentId }`: by what names them, without those that
 * are gone. One statement, if there are any.
 */
export async function readLinked<Link>(resource: Resource, links: Link[], run: Run): Promise<Map<Link, number>> {
  const documentIds = links.flatMap((link) => documentIdOf(link) ?? []);
  const rowIds = links.flatMap((link) => rowIdOf(link) ?? []);
  if (documentIds.length + rowIds.length === 0) return new Map();
  const statement = prepared(resource, 'linked', () => {
    const scope = scopeOf(resource.uid);
    return sql`select ${publicIdOf(scope)}, ${column(scope, 'documentId')}, ${rowId(scope)} from ${tableOf(scope)}
      where ${column(scope, 'documentId')} = any(${parameter('documentIds')}::text[]) or ${rowId(scope)} = any(${parameter('rowIds')}::int[])`;
  });
  const found = new Map<unknown, number>();
  for (const [publicId, documentId, row] of await run(statement, { documentIds, rowIds }))
    for (const key of [documentId, row]) found.set(key, publicId as number);
  return new Map(
    links.flatMap((link): [Link, number][] => {
      const id = found.get(documentIdOf(link)) ?? found.get(rowIdOf(link));
      return id === undefined ? [] : [[link, id]];
    }),
  );
}

const documentIdOf = (link: unknown): string | undefined =>
  isObject(link) && typeof link.documentId === 'string' ? link.documentId : undefined;

const rowIdOf = (link: unknown): number | undefined =>
  isObject(link) && Number.isInteger(link.id) ? Number(link.id) : undefined;
