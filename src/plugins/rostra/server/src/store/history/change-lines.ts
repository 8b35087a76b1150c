import type { JsonObject } from '../../../../../../common/json';
import { all, compile, parameter, type Sql, sql } from '../../sql/sql';
import type { Run } from '../database';

/** The most changes of a line: one request takes no more of them back. */
export const MAX_OF_LINE = 500;

/** How many of the latest changes that match are listed, in whole lines: older ones can be found by their days. */
export const MAX_LISTED = 20_000;

/**
 * The time within which each change of a request follows the one before it, as SQL. Something in front of the service may give all requests one id: what
 * is done later is another request.
 */
const REQUEST_PAUSE = "interval '1 minute'";

/** A pause after which somebody who changes the same record again has begun anew, as SQL. */
const PAUSE = "interval '1 hour'";

/**
 * Committed transactions that the list of changes shows as one, with what they changed of the resources asked for: those of one request of the panel, such as
 * the deletion of a selection, whatever others have done meanwhile; and those of one person who changes one record several times, and says nothing of
 * it. What else the line tells is that of the latest.
 */
export interface ChangeLine {
  /** The latest change. */
  id: number;
  /** All of them, the latest first. */
  changes: number[];
  /** When the latest one was committed, in epoch ms. */
  at: number;
  /** When the first one was committed, in epoch ms. */
  since: number;
  /** `write`, `import`, `undo`, `restore`, or `found`: what was there when history began. */
  kind: string;
  door: string;
  actor: JsonObject;
  note: string | null;
  batch: number | null;
  /** The change that this one takes back. */
  reverts: number | null;
  /** For each resource how many records were created, changed and removed, the first of them, and the changed fields of the only one. */
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
  /** Counted in lines. */
  limit: number;
  offset: number;
}

/** Lists changes by lines, the latest first, counts all lines, and tells whether older changes match, too. One statement. */
export async function listLines(
  { by, ...query }: ChangeQuery,
  run: Run,
): Promise<{ rows: ChangeLine[]; total: number; hasOlder: boolean }> {
  const criteria = { door: null, kind: null, batch: null, since: null, until: null, action: null, number: null };
  const found = await run(lines, { ...criteria, ...query, actor: by ? JSON.stringify(by) : null });
  const rows = found.flatMap(([row]) => (row === null ? [] : [row as ChangeLine]));
  const [, total, hasOlder] = found[0] ?? [];
  return { rows, total: Number(total), hasOlder: hasOlder === true };
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

/** SQL: the only record that a change changed, of all resources; null if it did anything else, or says who or why. */
const onlyRecord = sql`case when c.kind = 'write' and c.note is null and c.actor ->> 'kind' is not null then (
  select case when count(*) = 1 and min(v.action) = 'change' then min(v.resource) || ' ' || min(v.number) end
  from (select v.resource, v.number, v.action from rostra_revisions v where v.change = c.id limit 2) v) end`;

/** SQL: how many records of each resource a line created, changed and removed; `count` is how its revisions are counted. */
const countsOf = (count: string): Sql => sql`(
  select json_agg(json_build_object('resource', g.resource, 'created', g.created, 'changed', g.changed, 'removed', g.removed, 'first', g.first,
    'fields', case when g.changed = 1 and g.created + g.removed = 0 then (select json_agg(distinct key order by key)
      from rostra_revisions s cross join jsonb_object_keys(s.fields) key where s.change = any(p.changes) and s.resource = g.resource) end) order by g.resource)
  from (select r.resource, ${sql.raw(count)} filter (where r.action = 'create') as created,
      ${sql.raw(count)} filter (where r.action = 'change') as changed,
      ${sql.raw(count)} filter (where r.action = 'remove') as removed, min(r.number) as first
    from rostra_revisions r where r.change = any(p.changes) and r.resource = any(${RESOURCES}) group by r.resource) g)`;

/** A change has one revision of a record; to tell them apart would take an import's many a second. */
const recordsOfLine = sql`case when cardinality(p.changes) = 1 then ${countsOf('count(*)')} else ${countsOf('count(distinct r.number)')} end`;

/** SQL: whether nothing of a change's line can be older than the oldest change that was read, if there are older ones. */
const isWhole = sql`coalesce(s.id > (select id from edge) and (s.request is null or s.at - (select at from edge) > ${sql.raw(REQUEST_PAUSE)}), true)`;

// Plans do not know how many changes will match, and take them for few: to join two lists of them could take a minute.
const lines = compile(sql`
  with listed as materialized (
    select c.*, case when c.request is not null then c.actor end as requester, ${onlyRecord} as record
    from (select c.id, c.at, c.kind, c.note, c.door, c.actor, case when c.door = 'panel' then c.request end as request
      from rostra_changes c where ${matching} order by c.id desc limit ${sql.lit(MAX_LISTED + 1)}) c),
  edge as materialized (select min(id) as id, min(at) as at from listed having count(*) > ${sql.lit(MAX_LISTED)}),
  begun as (
    select *, coalesce(lag(at) over later - at > ${sql.raw(REQUEST_PAUSE)}, false) as is_begun
    from listed window later as (partition by request, requester order by id desc)),
  turns as (select *, count(*) filter (where is_begun) over (partition by request, requester order by id desc) as turn from begun),
  parts as (
    select *, case when request is not null and count(*) over part > 1 then max(id) over part end as head
    from turns window part as (partition by request, requester, turn)),
  steps as (
    select id, at, request, head, coalesce(head is null and lag(head) over later is null and record = lag(record) over later
      and door = lag(door) over later and actor = lag(actor) over later and lag(at) over later - at <= ${sql.raw(PAUSE)}, false) as is_continued
    from parts window later as (order by id desc)),
  sets as (
    select id, at, request, coalesce(head, min(case when not is_continued then id end) over (order by id desc)) as head from steps),
  pieces as (
    select s.id, s.at, s.head, (row_number() over (partition by s.head order by s.id desc) - 1) / ${sql.lit(MAX_OF_LINE)} as piece, ${isWhole} as is_whole
    from sets s),
  lines as materialized (
    select max(id) as id, min(at) as since, array_agg(id order by id desc) as changes from pieces group by head, piece having bool_and(is_whole)),
  page as materialized (select * from lines order by id desc limit ${parameter('limit')}::int offset ${parameter('offset')}::int)
  select f.row, t.total, t.has_older from (select (select count(*) from lines) as total, exists (select from edge) as has_older) t left join lateral (
    select json_build_object('id', c.id, 'changes', p.changes, 'at', floor(extract(epoch from c.at) * 1000)::bigint,
      'since', floor(extract(epoch from p.since) * 1000)::bigint, 'kind', c.kind, 'door', c.door, 'actor', c.actor, 'note', c.note,
      'batch', c.batch, 'reverts', c.reverts, 'records', ${recordsOfLine}) as row, c.id
    from page p join rostra_changes c on c.id = p.id) f on true
  order by f.id desc`);
