import type { Referrer } from '../errors/errors';
import type { ResourceReference } from '../resource/registry';
import { referrersOf, resourceByKind } from '../resource/registry';
import { column, rowId, type Scope, scopeOf, sourceIds, tableOf } from '../sql/scope';
import { ident, literal, parameter, prepared, type Sql, sql } from '../sql/sql';
import { type Run, runOnce } from './database';

/** How many referring records an answer lists at most (conventions 4.7). */
export const MAX_REFERRERS = 20;

const ROW = sql`${parameter('row')}::int`;

/** Finds the records that require this one: the first by resource and public id, and their total number. */
export async function findRestricting(
  kind: string,
  row: number,
  run: Run,
): Promise<{ references: Referrer[]; count: number }> {
  const referring = referrersOf(kind).filter(({ onDelete }) => onDelete === 'restrict');
  if (referring.length === 0) return { references: [], count: 0 };
  const statement = prepared(resourceByKind(kind), 'restrict', () => restrictQuery(referring));
  const found = (await run(statement, { row })) as [string, number, string, string][];
  return {
    references: found.map(([resource, number, field]) => ({ resource, id: number, field })),
    count: Number(found[0]?.[3] ?? 0),
  };
}

/** Finds the records that are deleted with this one: their content type, row id and document id. */
export async function findCascading(
  kind: string,
  row: number,
  run: Run,
): Promise<{ uid: string; row: number; documentId: string }[]> {
  const referring = referrersOf(kind).filter(({ onDelete }) => onDelete === 'cascade');
  if (referring.length === 0) return [];
  const statement = prepared(resourceByKind(kind), 'cascade', () =>
    sql.join(referring.map(cascadeBranch), sql` union `),
  );
  const found = (await run(statement, { row })) as [string, number, string][];
  return found.map(([uid, id_, documentId]) => ({ uid, row: id_, documentId }));
}

/** Public ids of the records that refer to one of these rows in this way. */
export async function publicIdsReferring(referring: ResourceReference, rows: number[], run: Run): Promise<number[]> {
  const { resource: by, attributes } = referring;
  const scope = scopeOf(by.uid);
  const found = await runOnce(
    run,
    sql`select ${column(scope, by.key.attribute)} from ${tableOf(scope)} where ${rowId(scope)} in (${sourceIds(scope, attributes, sql`select unnest(${parameter('rows')}::int[])`)})`,
    { rows },
  );
  return found.map(([publicId]) => publicId as number);
}

function restrictQuery(referring: ResourceReference[]): Sql {
  const found = sql.join(referring.map(restrictBranch), sql` union `);
  return sql`select resource, number, field, count(*) over () from (${found}) found order by resource, number, field limit ${sql.lit(MAX_REFERRERS)}`;
}

function restrictBranch(referring: ResourceReference): Sql {
  const { resource: by, field } = referring;
  const scope = scopeOf(by.uid);
  return sql`select ${literal(by.name)} as resource, ${column(scope, by.key.attribute)} as number, ${literal(field)} as field from ${tableOf(scope)} where ${refersTo(referring, scope, ROW)}`;
}

function cascadeBranch(referring: ResourceReference): Sql {
  const { uid } = referring.resource;
  const scope = scopeOf(uid);
  return sql`select ${literal(uid)}, ${ident(scope.alias, 'id')}, ${column(scope, 'documentId')} from ${tableOf(scope)} where ${refersTo(referring, scope, ROW)}`;
}

/** SQL: the scope's record refers in this way to one of the rows, given as a list or a query of row ids. */
export function refersTo({ kind, attributes, condition }: ResourceReference, scope: Scope, rows: Sql): Sql {
  if (!condition) return sql`${rowId(scope)} in (${sourceIds(scope, attributes, rows)})`;
  const other = scopeOf(resourceByKind(kind).uid);
  const leads = sql`${rowId(scope)} in (${sourceIds(scope, attributes, rowId(other))})`;
  const counts = condition(scope, column(other, resourceByKind(kind).key.attribute));
  return sql`exists (select 1 from ${tableOf(other)} where ${rowId(other)} in (${rows}) and ${leads} and ${counts})`;
}
