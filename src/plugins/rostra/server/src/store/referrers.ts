import type { Referrer } from '../errors/errors';
import type { ResourceReference } from '../resource/registry';
import { referrersOf, resourceByKind } from '../resource/registry';
import type { Resource } from '../resource/resource';
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

/** A record that refers to another one. */
export interface ReferenceTo {
  /** The public id of the other one. */
  target: number;
  resource: Resource;
  publicId: number;
  /** The field's path in the API: `legislative_steps[].legislative_step_id`. */
  field: string;
  onDelete: ResourceReference['onDelete'];
}

/** Finds all records that refer to some of a kind in one of these ways, by resource and public id. One statement. */
export async function referencesTo(
  kind: string,
  publicIds: number[],
  ways: ResourceReference['onDelete'][],
  run: Run,
): Promise<ReferenceTo[]> {
  const referring = referrersOf(kind).filter(({ onDelete }) => ways.includes(onDelete));
  if (referring.length === 0 || publicIds.length === 0) return [];
  const statement = prepared(resourceByKind(kind), `references: ${ways.join()}`, () =>
    referencesQuery(kind, referring),
  );
  return (await run(statement, { publicIds })).map(([target, index, publicId]) => {
    const { resource, field, onDelete } = referring[index as number] as ResourceReference;
    return { target: target as number, resource, publicId: publicId as number, field, onDelete };
  });
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

function referencesQuery(kind: string, referring: ResourceReference[]): Sql {
  const target = scopeOf(resourceByKind(kind).uid);
  const key = column(target, resourceByKind(kind).key.attribute);
  const targets = sql`select ${key} as number, ${rowId(target)} as row from ${tableOf(target)} where ${key} = any(${parameter('publicIds')}::int[])`;
  const found = referring.map(({ resource, attributes, condition }, index) => {
    const scope = scopeOf(resource.uid);
    // One look-up for each target: the planner would read whole tables for some hundred of them.
    const refers = sql`${rowId(scope)} in (${sourceIds(scope, attributes, sql`target.row`)})`;
    const counts = condition ? sql` and ${condition(scope, sql`target.number`)}` : sql``;
    return sql`select target.number as target, ${sql.lit(index)} as index, by.number from target cross join lateral (
      select ${column(scope, resource.key.attribute)} as number from ${tableOf(scope)} where ${refers}${counts}) by`;
  });
  return sql`with target as materialized (${targets}) ${sql.join(found, sql` union all `)} order by index, number, target`;
}

/** SQL: the scope's record refers in this way to one of the rows, given as a list or a query of row ids. */
export function refersTo({ kind, attributes, condition }: ResourceReference, scope: Scope, rows: Sql): Sql {
  if (!condition) return sql`${rowId(scope)} in (${sourceIds(scope, attributes, rows)})`;
  const other = scopeOf(resourceByKind(kind).uid);
  const leads = sql`${rowId(scope)} in (${sourceIds(scope, attributes, rowId(other))})`;
  const counts = condition(scope, column(other, resourceByKind(kind).key.attribute));
  return sql`exists (select 1 from ${tableOf(other)} where ${rowId(other)} in (${rows}) and ${leads} and ${counts})`;
}
