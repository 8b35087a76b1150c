import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { column, rowId, scopeOf, tableOf } from '../../../../rostra/server/src/sql/scope';
import { ident, literal, object, parameter, prepared, type Sql, sql } from '../../../../rostra/server/src/sql/sql';
import type { Run } from '../../../../rostra/server/src/store/database';
import { dropEmptyTitle, summaryIn } from '../../../server/titles';
import { panelOf } from '../../../shared/panels';
import {
  type Effect,
  MAX_RECORDS,
  type RecordSummary,
  type Use,
  type UsedBy,
  type WhereUsed,
} from '../shared/where-used';
import { type PermissionField, type UsePath, usePathsTo } from './use-paths';

const ROWS = sql`select unnest(${parameter('rows')}::int[])`;

/** A record and everything that refers to it, with the permissions that each use requires. */
export interface RecordUses extends Omit<WhereUsed, 'usedBy' | 'sources'> {
  usedBy: ResourceUses[];
}

export interface ResourceUses extends Omit<UsedBy, 'uses'> {
  uses: (Use & { reads: PermissionField[] })[];
}

/** Finds a record and everything that refers to it, in two statements; undefined if there is no such record. */
export async function findWhereUsed(resource: Resource, documentId: string, run: Run): Promise<RecordUses | undefined> {
  const [record] = await run(
    prepared(resource, 'where used: record', () => recordQuery(resource)),
    { documentId },
  );
  if (!record) return undefined;
  const [row, summary] = record as [number, string];
  return { record: dropEmptyTitle(JSON.parse(summary)), usedBy: await findUsedBy(resource, [row], run) };
}

/** Finds everything that refers to one of these records, in two statements. */
export async function findUsesOf(resource: Resource, documentIds: string[], run: Run): Promise<ResourceUses[]> {
  const rows = await run(
    prepared(resource, 'where used: rows', () => rowsQuery(resource)),
    { documentIds },
  );
  return findUsedBy(
    resource,
    rows.map(([row]) => row as number),
    run,
  );
}

function recordQuery(resource: Resource): Sql {
  const scope = scopeOf(resource.uid);
  return sql`select ${rowId(scope)}, ${summaryIn(scope, resource)}::text from ${tableOf(scope)} where ${column(scope, 'documentId')} = ${parameter('documentId')}`;
}

function rowsQuery(resource: Resource): Sql {
  const scope = scopeOf(resource.uid);
  return sql`select ${rowId(scope)} from ${tableOf(scope)} where ${column(scope, 'documentId')} = any(${parameter('documentIds')}::text[])`;
}

interface Row {
  uid: string;
  count: number;
  /** Counts by the index of the use path. */
  counts: { path: number; count: number }[];
  records: Parameters<typeof dropEmptyTitle>[0][];
}

async function findUsedBy(resource: Resource, rows: number[], run: Run): Promise<ResourceUses[]> {
  const paths = usePathsTo(resource.kind);
  if (paths.length === 0) return [];
  const found = (await run(
    prepared(resource, 'where used', () => usedByQuery(paths)),
    { rows },
  )) as [string][];
  return found
    .map(([json]) => JSON.parse(json) as Row)
    .filter(({ count }) => count > 0)
    .map(({ uid, count, counts, records }) => ({
      uid,
      count,
      uses: counts.flatMap((each) => {
        const path = paths[each.path];
        return path ? { ...path.use, count: each.count, reads: path.reads } : [];
      }),
      records: records.map((record): RecordSummary => dropEmptyTitle(record)),
    }))
    .sort((a, b) => weightOf(a) - weightOf(b) || b.count - a.count);
}

/** Sorts what matters most for a delete first. */
const WEIGHT: Record<Effect, number> = { restrict: 0, cascade: 1, clear: 2, unlist: 2, row: 2 };

const weightOf = ({ uses }: ResourceUses): number => Math.min(...uses.map(({ effect }) => WEIGHT[effect]));

/** A row for each content type that may refer to the records. */
function usedByQuery(paths: UsePath[]): Sql {
  const resources = [...new Set(paths.map((path) => path.resource))];
  return sql.join(
    resources.map((resource) => branch(resource, paths)),
    sql` union all `,
  );
}

function branch(resource: Resource, paths: UsePath[]): Sql {
  const uses = paths.flatMap((path, index) => {
    if (path.resource !== resource) return [];
    const scope = scopeOf(resource.uid);
    return sql`select ${rowId(scope)} as id, ${sql.lit(index)} as path from ${tableOf(scope)} where ${path.condition(scope, ROWS)}`;
  });
  const counts = sql`(select coalesce(json_agg(json_build_object('path', path, 'count', count) order by path), '[]'::json) from (select path, count(*) from used group by path) counts)`;
  const row = object({
    uid: literal(resource.uid),
    count: sql`(select count(distinct id) from used)`,
    counts,
    records: firstRecords(resource),
  });
  return sql`(with used as materialized (${sql.join(uses, sql` union all `)}) select ${row}::text)`;
}

/** The first referring records of the content type, in the order of its list. */
function firstRecords(resource: Resource): Sql {
  const scope = scopeOf(resource.uid);
  const publicId = column(scope, resource.key.attribute);
  const [by, direction] = panelOf(resource.uid)?.list.sort ?? [resource.key.attribute, 'DESC'];
  const order = sql`${column(scope, by)} ${direction === 'ASC' ? sql`asc` : sql`desc`} nulls last, ${publicId} desc`;
  const first = sql`select ${summaryIn(scope, resource)} as named, row_number() over (order by ${order}) as place from ${tableOf(scope)} where ${rowId(scope)} in (select id from used) order by ${order} limit ${sql.lit(MAX_RECORDS)}`;
  return sql`(select coalesce(json_agg(${ident('named')} order by place), '[]'::json) from (${first}) first)`;
}
