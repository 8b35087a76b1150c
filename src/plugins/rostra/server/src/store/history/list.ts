import type { JsonObject } from '../../../../../../common/json';
import { all, compile, parameter, type Sql, sql } from '../../sql/sql';
import type { Run } from '../database';

/** A committed transaction that changed records, with what it changed of the resources asked for. */
export interface ListedChange {
  id: number;
  /** When it was committed, in epoch ms. */
  at: number;
  /** `write`, `import`, `undo`, `restore`, or `found`: what was there when history began. */
  kind: string;
  door: string;
  actor: JsonObject;
  note: string | null;
  request: string | null;
  batch: number | null;
  /** The change that this one takes back. */
  reverts: number | null;
  /** Whether it changed only one record of all resources. */
  isSingle: boolean;
  /** For each resource how many records it created, changed and removed, the first of them, and the fields that it changed of the only one. */
  records: {
    resource: string;
    created: number;
    changed: number;
    removed: number;
    first: number;
    fields: string[] | null;
  }[];
}

/** Which changes to list: those that match every criterion. */
export interface ChangeQuery {
  /** Only changes of these resources, and only what they changed of them. */
  resources: string[];
  /** The actor's kind (`user`, `token`, `panelUser`, `system`, `databaseUser`), id and name. */
  by?: { kind?: string; id?: number; name?: string };
  door?: string;
  kind?: string;
  batch?: number;
  /** Committed at or after, and before this time, in epoch ms. */
  since?: number;
  until?: number;
  /** Only changes that created, changed or removed a record of these resources. */
  action?: 'create' | 'change' | 'remove';
  /** Only changes of this record; `resources` has only one then. */
  number?: number;
  limit: number;
  offset: number;
}

/** Lists changes, the latest first, and counts all of them. Two statements. */
export async function listChanges(
  { by, ...query }: ChangeQuery,
  run: Run,
): Promise<{ rows: ListedChange[]; total: number }> {
  const parameters = {
    door: null,
    kind: null,
    batch: null,
    since: null,
    until: null,
    action: null,
    number: null,
    ...query,
    actor: by ? JSON.stringify(by) : null,
  };
  const { limit: _, offset: __, ...criteria } = parameters;
  const [rows, [[total] = []]] = await Promise.all([run(changes, parameters), run(count, criteria)]);
  return { rows: rows.map(([row]) => row as ListedChange), total: Number(total) };
}

/** SQL: the condition, unless its parameter is null. */
const unlessNull = (name: string, type: string, condition: (value: Sql) => Sql): Sql => {
  const value = sql`${parameter(name)}::${sql.raw(type)}`;
  return sql`(${value} is null or ${condition(value)})`;
};

const RESOURCES = sql`${parameter('resources')}::text[]`;

const matching = sql`${all([
  unlessNull('actor', 'jsonb', (value) => sql`c.actor @> ${value}`),
  unlessNull('door', 'text', (value) => sql`c.door = ${value}`),
  unlessNull('kind', 'text', (value) => sql`c.kind = ${value}`),
  unlessNull('batch', 'int', (value) => sql`c.batch = ${value}`),
  unlessNull('since', 'bigint', (value) => sql`c.at >= to_timestamp(${value} / 1000.0)`),
  unlessNull('until', 'bigint', (value) => sql`c.at < to_timestamp(${value} / 1000.0)`),
])} and exists (select from rostra_revisions r where r.change = c.id and r.resource = any(${RESOURCES})
  and ${all([
    unlessNull('action', 'text', (value) => sql`r.action = ${value}`),
    unlessNull('number', 'int', (value) => sql`r.number = ${value}`),
  ])})`;

const count = compile(sql`select count(*) from rostra_changes c where ${matching}`);

const changes = compile(sql`
  select json_build_object('id', c.id, 'at', floor(extract(epoch from c.at) * 1000)::bigint, 'kind', c.kind, 'door', c.door, 'actor', c.actor,
    'note', c.note, 'request', c.request, 'batch', c.batch, 'reverts', c.reverts,
    'isSingle', (select count(*) = 1 from (select from rostra_revisions a where a.change = c.id limit 2) a),
    'records', (select json_agg(json_build_object('resource', g.resource, 'created', g.created, 'changed', g.changed, 'removed', g.removed, 'first', g.first,
        'fields', case when g.changed = 1 and g.created + g.removed = 0 then (select json_agg(key order by key)
          from rostra_revisions s cross join jsonb_object_keys(s.fields) key where s.change = c.id and s.resource = g.resource and s.number = g.first) end) order by g.resource)
      from (select r.resource, count(*) filter (where r.action = 'create') as created, count(*) filter (where r.action = 'change') as changed,
          count(*) filter (where r.action = 'remove') as removed, min(r.number) as first
        from rostra_revisions r where r.change = c.id and r.resource = any(${RESOURCES}) group by r.resource) g))
  from (select c.* from rostra_changes c where ${matching}
    order by c.id desc limit ${parameter('limit')}::int offset ${parameter('offset')}::int) c
  order by c.id desc`);

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
