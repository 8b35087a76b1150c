import type { JsonObject } from '../../../../../../common/json';
import { compile, parameter, type Sql, sql } from '../../sql/sql';
import type { Run } from '../database';

const RESOURCES = sql`${parameter('resources')}::text[]`;

/** A revision in the order of commits. */
export interface FeedRow {
  position: number;
  at: number;
  door: string;
  actor: JsonObject;
  resource: string;
  publicId: number;
  action: 'create' | 'change' | 'remove';
  /** The names of the fields that it changed; of a created or removed record none. */
  fields: string[];
}

/** A place in the order of revisions: after one of them, or after all of a change. */
export interface Cursor {
  position: number;
  resource?: string;
  publicId?: number;
}

/** A page of the feed; `last` is the position up to which changes were visible. */
export interface FeedPage {
  rows: FeedRow[];
  last: number;
}

/** Lists revisions in the order of commits, from behind a cursor. Call `numberChanges` before. One statement. */
export async function listFeed(
  { position, resource, publicId }: Cursor,
  { resources, limit }: { resources: string[]; limit: number },
  run: Run,
): Promise<FeedPage> {
  const parameters = { position, resource: resource ?? null, publicId: publicId ?? null, resources, limit };
  const found = await run(feed, parameters);
  const rows = found.flatMap(([row]) => (row === null ? [] : [row as FeedRow]));
  return { rows, last: Number(found[0]?.[1] ?? 0) };
}

const POSITION = sql`${parameter('position')}::bigint`;

const feed = compile(sql`
  select f.row, m.last from (select max(position) as last from rostra_changes) m left join lateral (
    select json_build_object('position', c.position, 'at', floor(extract(epoch from c.at) * 1000)::bigint, 'door', c.door, 'actor', c.actor,
      'resource', r.resource, 'publicId', r.number, 'action', r.action,
      'fields', case when r.action = 'change' then (select coalesce(json_agg(key order by key), '[]') from jsonb_object_keys(r.fields) key) else '[]' end) as row,
      c.position, r.resource, r.number
    from rostra_changes c join rostra_revisions r on r.change = c.id
    where c.position >= ${POSITION} and r.resource = any(${RESOURCES})
      and (c.position > ${POSITION} or (r.resource, r.number) > (${parameter('resource')}::text, ${parameter('publicId')}::int))
    order by c.position, r.resource, r.number limit ${parameter('limit')}::int) f on true
  order by f.position, f.resource, f.number`);

/** A record that was deleted and not restored. */
export interface DeletedRecord {
  resource: string;
  publicId: number;
  /** The change that removed it. */
  change: number;
  at: number;
  door: string;
  actor: JsonObject;
  /** The record before its removal; null if its values were erased. */
  fields: JsonObject | null;
}

/** Lists deleted records, the latest first; those removed before a change, and the one that had a document id, if given. One statement. */
export async function listDeleted(
  {
    resources,
    document = null,
    before = null,
    limit,
  }: { resources: string[]; document?: string | null; before?: Cursor | null; limit: number },
  run: Run,
): Promise<DeletedRecord[]> {
  const { position: change = null, resource = null, publicId = null } = before ?? {};
  const statement = document === null ? deleted : deletedDocument;
  const rows = await run(statement, { resources, document, change, resource, publicId, limit });
  return rows.map(([row]) => row as DeletedRecord);
}

const select = (isListed: Sql): Sql => sql`
  select json_build_object('resource', d.resource, 'publicId', d.number, 'change', d.change,
    'at', floor(extract(epoch from c.at) * 1000)::bigint, 'door', c.door, 'actor', c.actor, 'fields', r.fields)
  from rostra_records d join rostra_changes c on c.id = d.change
    join rostra_revisions r on r.resource = d.resource and r.number = d.number and r.change = d.change
  where d.state is null and d.resource = any(${RESOURCES}) and ${isListed}
    and (${parameter('change')}::bigint is null or d.change < ${parameter('change')}::bigint
      or d.change = ${parameter('change')}::bigint and (d.resource, d.number) > (${parameter('resource')}::text, ${parameter('publicId')}::int))
  order by d.change desc, d.resource, d.number limit ${parameter('limit')}::int`;

const deleted = compile(select(sql`true`));
// A statement of its own, so that PostgreSQL keeps a plan that looks the one record up.
const deletedDocument = compile(select(sql`d.document = ${parameter('document')}::text`));
