import type { Referrer } from '../errors/errors';
import type { Referring } from '../resource/registry';
import { referrersOf, resource } from '../resource/registry';
import { column, from, leadingTo, open, rowId, type Scope } from '../sql/scope';
import { id, parameter, prepared, type Sql, sql, text } from '../sql/sql';
import { type Run, runOnce } from './database';

/** How many referring records an answer lists at most (decisions, 4.7). */
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
  const statement = prepared(resource(kind), 'restrict', () => restrictQuery(referring));
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
  const statement = prepared(resource(kind), 'cascade', () => sql.join(referring.map(cascadeBranch), sql` union `));
  const found = (await run(statement, { row })) as [string, number, string][];
  return found.map(([uid, id_, documentId]) => ({ uid, row: id_, documentId }));
}

/** Public ids of the records that refer to a row in this way. */
export async function publicIdsReferring(referring: Referring, row: number, run: Run): Promise<number[]> {
  const { resource: by, attributes } = referring;
  const scope = open(by.uid);
  const found = await runOnce(
    run,
    sql`select ${column(scope, by.key.attribute)} from ${from(scope)} where ${rowId(scope)} in (${leadingTo(scope, attributes, ROW)})`,
    { row },
  );
  return found.map(([publicId]) => publicId as number);
}

function restrictQuery(referring: Referring[]): Sql {
  const found = sql.join(referring.map(restrictBranch), sql` union `);
  return sql`select resource, number, field, count(*) over () from (${found}) found order by resource, number, field limit ${sql.lit(MAX_REFERRERS)}`;
}

function restrictBranch(referring: Referring): Sql {
  const { resource: by, field } = referring;
  const scope = open(by.uid);
  return sql`select ${text(by.name)} as resource, ${column(scope, by.key.attribute)} as number, ${text(field)} as field from ${from(scope)} where ${refersTo(referring, scope, ROW)}`;
}

function cascadeBranch(referring: Referring): Sql {
  const { uid } = referring.resource;
  const scope = open(uid);
  return sql`select ${text(uid)}, ${id(scope.alias, 'id')}, ${column(scope, 'documentId')} from ${from(scope)} where ${refersTo(referring, scope, ROW)}`;
}

/** SQL: the scope's record refers in this way to one of the rows, given as a list or a query of row ids. */
export function refersTo({ kind, attributes, only }: Referring, scope: Scope, rows: Sql): Sql {
  if (!only) return sql`${rowId(scope)} in (${leadingTo(scope, attributes, rows)})`;
  const other = open(resource(kind).uid);
  const leads = sql`${rowId(scope)} in (${leadingTo(scope, attributes, rowId(other))})`;
  const counts = only(scope, column(other, resource(kind).key.attribute));
  return sql`exists (select 1 from ${from(other)} where ${rowId(other)} in (${rows}) and ${leads} and ${counts})`;
}
