import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { column, rowId, scopeOf, tableOf } from '../../../../rostra/server/src/sql/scope';
import { parameter, prepared, type Sql, sql } from '../../../../rostra/server/src/sql/sql';
import type { Run } from '../../../../rostra/server/src/store/database';
import { dropEmptyTitle, summaryIn } from '../../../server/titles';
import { MAX_RECORDS, NAMED_RECORDS, type RecordSummary } from '../shared/where-used';
import { type UsePath, usePathsTo } from './use-paths';
import { type ResourceUses, usedByQuery, usesIn } from './used-by';

/** A record and everything that refers to it. */
export interface RecordUses {
  record: RecordSummary;
  usedBy: ResourceUses[];
}

/** Records, everything that refers to any of them, and those of them that others require, each with what does. */
export interface DeletionUses {
  records: RecordSummary[];
  usedBy: ResourceUses[];
  refused: RecordUses[];
}

/** A record with Strapi's id. */
interface FoundRecord {
  row: number;
  record: RecordSummary;
}

/** Finds a record and everything that refers to it, in two statements; undefined if there is no such record. */
export async function findWhereUsed(resource: Resource, documentId: string, run: Run): Promise<RecordUses | undefined> {
  const [found] = await findRecords(resource, [documentId], run);
  return found && { record: found.record, usedBy: await findUsedBy(resource, [found.row], run) };
}

/** Finds what refers to these records, in two statements; in three if others require some of them. */
export async function findDeletion(resource: Resource, documentIds: string[], run: Run): Promise<DeletionUses> {
  const found = await findRecords(resource, documentIds, run);
  const rows = found.map(({ row }) => row);
  const usedBy = await findUsedBy(resource, rows, run);
  const isRefused = usedBy.some(({ uses }) => uses.some(({ effect }) => effect === 'restrict'));
  const refusing = isRefused ? await findRefusing(resource, rows, run) : new Map<number, ResourceUses[]>();
  return {
    records: found.map(({ record }) => record),
    usedBy,
    refused: found.flatMap(({ row, record }) => {
      const usedBy = refusing.get(row) ?? [];
      return usedBy.length > 0 ? [{ record, usedBy }] : [];
    }),
  };
}

/** The records that exist among these, in the order of the identifiers. */
async function findRecords(resource: Resource, documentIds: string[], run: Run): Promise<FoundRecord[]> {
  const statement = prepared(resource, 'where used: records', () => recordsQuery(resource));
  const rows = (await run(statement, { documentIds })) as [number, string][];
  return rows.map(([row, summary]) => ({ row, record: dropEmptyTitle(JSON.parse(summary)) }));
}

function recordsQuery(resource: Resource): Sql {
  const scope = scopeOf(resource.uid);
  const [documentId, documentIds] = [column(scope, 'documentId'), sql`${parameter('documentIds')}::text[]`];
  return sql`select ${rowId(scope)}, ${summaryIn(scope, resource)}::text from ${tableOf(scope)} where ${documentId} = any(${documentIds}) order by array_position(${documentIds}, ${documentId}::text)`;
}

const ROWS = sql`${parameter('rows')}::int[]`;

async function findUsedBy(resource: Resource, rows: number[], run: Run): Promise<ResourceUses[]> {
  const paths = usePathsTo(resource.kind);
  if (paths.length === 0) return [];
  const statement = prepared(resource, 'where used', () =>
    usedByQuery(paths, sql`select unnest(${ROWS})`, MAX_RECORDS),
  );
  const found = (await run(statement, { rows })) as [string][];
  return usesIn(
    found.map(([json]) => json),
    paths,
  );
}

/** What requires each of these records, by Strapi's ids. */
async function findRefusing(resource: Resource, rows: number[], run: Run): Promise<Map<number, ResourceUses[]>> {
  const paths = usePathsTo(resource.kind).filter(({ use }) => use.effect === 'restrict');
  const statement = prepared(resource, 'where used: refusing', () => refusingQuery(paths));
  const found = (await run(statement, { rows })) as [number, string][];
  const usesOf = (row: number) => found.filter(([each]) => each === row).map(([, json]) => json);
  return new Map(rows.map((row) => [row, usesIn(usesOf(row), paths)]));
}

function refusingQuery(paths: UsePath[]): Sql {
  const used = usedByQuery(paths, sql`select asked.id`, NAMED_RECORDS);
  return sql`select asked.id, used.json from unnest(${ROWS}) as asked(id) cross join lateral (${used}) as used(json)`;
}
