import type { Referrer } from '../errors/errors';
import type { ResourceReference } from '../resource/registry';
import { referrersOf, resourceByKind } from '../resource/registry';
import { column, rowId, type Scope, scopeOf, sourceIds, tableOf } from '../sql/scope';
import { ident, literal, parameter, prepared, type Sql, sql } from '../sql/sql';
import { type Run, runOnce } from './database';

/** How many referring records an answer lists (decisions, 4.7). */
export const SHOWN = 20;

const ROW = sql`${parameter('row')}::int`;

/** The records that require this one: the first by resource and public id, and their total count. */
export async function restricting(
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

/** The records that are deleted with this one: their content type, row and document. */
export async function cascading(
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

/** Public ids of the records that refer to a row in this way. */
export async function publicIdsReferring(referring: ResourceReference, row: number, run: Run): Promise<number[]> {
  const { resource: by, attributes } = referring;
  const scope = scopeOf(by.uid);
  const found = await runOnce(
    run,
    sql`select ${column(scope, by.key.attribute)} from ${tableOf(scope)} where ${rowId(scope)} in (${sourceIds(scope, attributes, ROW)})`,
    { row },
  );
  return found.map(([publicId]) => publicId as number);
}

function restrictQuery(referring: ResourceReference[]): Sql {
  const found = sql.join(referring.map(restrictBranch), sql` union `);
  return sql`select resource, number, field, count(*) over () from (${found}) found order by resource, number, field limit ${sql.lit(SHOWN)}`;
}

function restrictBranch(of: ResourceReference): Sql {
  const scope = scopeOf(of.resource.uid);
  return sql`select ${literal(of.resource.name)} as resource, ${column(scope, of.resource.key.attribute)} as number, ${literal(of.field)} as field from ${tableOf(scope)} where ${refersToRow(of, scope)}`;
}

function cascadeBranch(of: ResourceReference): Sql {
  const scope = scopeOf(of.resource.uid);
  return sql`select ${literal(of.resource.uid)}, ${ident(scope.alias, 'id')}, ${column(scope, 'documentId')} from ${tableOf(scope)} where ${refersToRow(of, scope)}`;
}

const refersToRow = (of: ResourceReference, scope: Scope): Sql => refersTo(of, scope, ROW);

/**
 * SQL: the record that a scope is open on refers in this way to one of the given rows: a list of Strapi's row ids, or a
 * query of them.
 */
export function refersTo({ kind, attributes, condition }: ResourceReference, scope: Scope, rows: Sql): Sql {
  if (!condition) return sql`${rowId(scope)} in (${sourceIds(scope, attributes, rows)})`;
  const other = scopeOf(resourceByKind(kind).uid);
  const leads = sql`${rowId(scope)} in (${sourceIds(scope, attributes, rowId(other))})`;
  const counts = condition(scope, column(other, resourceByKind(kind).key.attribute));
  return sql`exists (select 1 from ${tableOf(other)} where ${rowId(other)} in (${rows}) and ${leads} and ${counts})`;
}
