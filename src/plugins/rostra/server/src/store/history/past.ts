import type { JsonObject } from '../../../../../../common/json';
import { compile, parameter, type Sql, sql } from '../../sql/sql';
import type { Run } from '../database';
import type { StoredRevision } from './revisions';

/** What a change did to a record, and whether it is one of the changes to take back. */
export interface PastRevision extends Pick<StoredRevision, 'change' | 'action' | 'fields' | 'at' | 'door' | 'actor'> {
  /** The number of the batch that made the change, if one did. */
  batch?: number | null;
  kind?: StoredRevision['kind'];
  isOwn: boolean;
  /** Hash of the state after the change; null after a deletion. */
  hash: string | null;
}

/** A record's current state, and what happened to it since the first of some changes. */
export interface RecordPast {
  resource: string;
  publicId: number;
  /** Null if the record is deleted. */
  state: JsonObject | null;
  hash: string | null;
  /** The undo because of which an import among the changes counts as undone for the record; null if none does. */
  undoneBy: number | null;
  /** The latest first. */
  revisions: PastRevision[];
}

/** Reads records with their revisions from the first of `changes` on; `isOwn` marks those of `changes`. One statement. */
export async function pastOf(
  resource: string,
  publicIds: number[],
  changes: number[],
  run: Run,
): Promise<RecordPast[]> {
  const first = changes.reduce((least, change) => Math.min(least, change), Number.MAX_SAFE_INTEGER);
  const rows = await run(past, { resource, publicIds, changes, first });
  return rows.map(([row]) => row as RecordPast);
}

/**
 * Reads records with their revisions from a change on, none of them `isOwn`. Of changed fields, revisions have only the names, with null
 * for the values, which are most of what there is to read. One statement.
 */
export async function outlinesOf(
  resource: string,
  publicIds: number[],
  first: number,
  run: Run,
): Promise<RecordPast[]> {
  const rows = await run(outlines, { resource, publicIds, changes: [], first });
  return rows.map(([row]) => row as RecordPast);
}

/** Locks the recorded states of records until the transaction ends: nobody else can commit a change of them meanwhile. */
export async function lockPast(resource: string, publicIds: number[], run: Run): Promise<void> {
  await run(lock, { resource, publicIds });
}

/** Public ids of the records that changes altered, by resource, in chunks, in ascending order. */
export async function* recordsOfChanges(
  changes: number[],
  run: Run,
): AsyncIterable<{ resource: string; publicIds: number[] }> {
  for (const [name] of await run(names, { changes })) {
    const resource = name as string;
    for (let last = -1; ; ) {
      const publicIds = (await run(page, { resource, changes, last })).map(([publicId]) => publicId as number);
      if (publicIds.length === 0) break;
      yield { resource, publicIds };
      last = publicIds.at(-1) ?? last;
    }
  }
}

/** The hashes of records as they are stored now, by public id; omits records that do not exist. */
export async function hashesOf(resource: string, publicIds: number[], run: Run): Promise<Map<number, string>> {
  return new Map((await run(hashes, { resource, publicIds })) as [number, string][]);
}

/** How a record was deleted. */
export interface Removal {
  by: Pick<PastRevision, 'change' | 'at' | 'door' | 'actor' | 'batch'>;
  /** Whether history holds its values. */
  hasValues: boolean;
}

/** Of these records those that are deleted, each with how it was. */
export async function removalsOf(resource: string, publicIds: number[], run: Run): Promise<Map<number, Removal>> {
  const rows = await run(removals, { resource, publicIds });
  return new Map(
    rows.map(([publicId, by, hasValues]) => [
      publicId as number,
      { by: by as Removal['by'], hasValues: hasValues === true },
    ]),
  );
}

/** Which of these records some changes deleted. */
export async function removedBy(
  changes: number[],
  resource: string,
  publicIds: number[],
  run: Run,
): Promise<Set<number>> {
  return new Set((await run(removed, { changes, resource, publicIds })).map(([publicId]) => publicId as number));
}

/** Which of these records are deleted, and were by undos, after which no redo has brought them back. */
export async function stillRemovedBy(
  { undos, redos }: { undos: number[]; redos: number[] },
  { resource, publicIds }: { resource: string; publicIds: number[] },
  run: Run,
): Promise<Set<number>> {
  const rows = await run(stillRemoved, { changes: undos, redos, resource, publicIds });
  return new Set(rows.map(([publicId]) => publicId as number));
}

/** Which of these records the last of some undos has brought back. */
export async function broughtBackBy(
  undos: number[],
  { resource, publicIds }: { resource: string; publicIds: number[] },
  run: Run,
): Promise<number[]> {
  return (await run(broughtBack, { changes: undos, resource, publicIds })).map(([publicId]) => publicId as number);
}

/** What a change did to the records of some resources, by one action. */
export async function revisionsOfChange(
  change: number,
  resources: string[],
  action: PastRevision['action'],
  run: Run,
): Promise<{ resource: string; publicId: number; fields: JsonObject | null }[]> {
  const rows = await run(ofChange, { change, resources, action });
  return rows.map(([resource, publicId, fields]) => ({
    resource: resource as string,
    publicId: publicId as number,
    fields: fields as JsonObject | null,
  }));
}

/** The document id and the time of creation that deleted records had, by public id. */
export async function identitiesOf(
  resource: string,
  publicIds: number[],
  run: Run,
): Promise<Map<number, { document: string; created: string }>> {
  const rows = (await run(identities, { resource, publicIds })) as [number, string, string][];
  return new Map(rows.map(([publicId, document, created]) => [publicId, { document, created }]));
}

/** A change: who made it, when, and through which door. */
export type ChangeFacts = Pick<StoredRevision, 'change' | 'at' | 'door' | 'actor' | 'kind'>;

/** The changes with these ids that exist. */
export async function findChanges(changes: number[], run: Run): Promise<ChangeFacts[]> {
  return (await run(found, { changes })).map(([row]) => row as ChangeFacts);
}

/** The ids of the changes that an actor has made since a time in epoch ms, in ascending order. */
export async function changesBy(actor: JsonObject, time: number, run: Run): Promise<number[]> {
  return (await run(by, { actor: JSON.stringify(actor), time })).map(([id]) => Number(id));
}

/** Who has made changes under a name since a time in epoch ms, without doubles. */
export async function actorsNamed(name: string, time: number, run: Run): Promise<JsonObject[]> {
  return (await run(named, { name, time })).map(([actor]) => actor as JsonObject);
}

/** Records what the transaction has changed so far; returns the change, or undefined if nothing differs. Nothing may be written afterwards. */
export async function recordNow(run: Run): Promise<number | undefined> {
  await run(immediate);
  const [[id] = []] = await run(own);
  return id === undefined ? undefined : Number(id);
}

const facts = sql`json_build_object('change', c.id, 'at', floor(extract(epoch from c.at) * 1000)::bigint, 'door', c.door, 'actor', c.actor, 'kind', c.kind)`;

const selectPast = (fields: Sql): Sql => sql`
  select json_build_object('resource', r.resource, 'publicId', r.number, 'state', r.state, 'hash', r.hash,
    'undoneBy', (select max(u.undo) from rostra_undone u where u.change = any(${parameter('changes')}::bigint[]) and u.resource = r.resource and u.number = r.number), 'revisions', coalesce((
    select json_agg(json_build_object('change', v.change, 'action', v.action, 'fields', ${fields}, 'hash', v.hash,
      'isOwn', v.change = any(${parameter('changes')}::bigint[]), 'at', floor(extract(epoch from c.at) * 1000)::bigint, 'door', c.door, 'actor', c.actor, 'batch', c.batch, 'kind', c.kind) order by v.change desc)
    from rostra_revisions v join rostra_changes c on c.id = v.change
    where v.resource = r.resource and v.number = r.number and v.change >= ${parameter('first')}::bigint), '[]'::json))
  from rostra_records r where r.resource = ${parameter('resource')} and r.number = any(${parameter('publicIds')}::int[]) order by r.number`;

const past = compile(selectPast(sql`v.fields`));
const outlines = compile(
  selectPast(
    sql`case v.action when 'change' then (select jsonb_object_agg(key, null) from jsonb_object_keys(v.fields) key) else v.fields end`,
  ),
);

const lock = compile(sql`
  select 1 from rostra_records where resource = ${parameter('resource')} and number = any(${parameter('publicIds')}::int[])
  order by number for no key update`);

const names = compile(
  sql`select distinct resource from rostra_revisions where change = any(${parameter('changes')}::bigint[]) order by 1`,
);

const page = compile(sql`
  select distinct number from rostra_revisions where change = any(${parameter('changes')}::bigint[]) and resource = ${parameter('resource')}
    and number > ${parameter('last')}::int order by number limit 500`);

const hashes = compile(sql`
  select number, hash from rostra_records where resource = ${parameter('resource')} and number = any(${parameter('publicIds')}::int[]) and state is not null`);

const removals = compile(sql`
  select number, json_build_object('change', c.id, 'at', floor(extract(epoch from c.at) * 1000)::bigint, 'door', c.door, 'actor', c.actor, 'batch', c.batch),
    exists (select 1 from rostra_revisions v where v.resource = r.resource and v.number = r.number and v.change = r.change and v.fields is not null)
  from rostra_records r join rostra_changes c on c.id = r.change where resource = ${parameter('resource')} and number = any(${parameter('publicIds')}::int[]) and state is null`);

const isRemoval = sql`v.resource = ${parameter('resource')} and v.number = any(${parameter('publicIds')}::int[])
  and v.change = any(${parameter('changes')}::bigint[]) and v.action = 'remove'`;

const removed = compile(sql`select v.number from rostra_revisions v where ${isRemoval}`);

const stillRemoved = compile(sql`
  select v.number from rostra_revisions v join rostra_records r on r.resource = v.resource and r.number = v.number and r.state is null
  where ${isRemoval} and not exists (select from rostra_revisions w where w.resource = v.resource and w.number = v.number
    and w.change > v.change and w.change = any(${parameter('redos')}::bigint[]) and w.action = 'create')`);

const broughtBack = compile(sql`
  select number from (
    select distinct on (v.number) v.number, v.action from rostra_revisions v
    where v.resource = ${parameter('resource')} and v.number = any(${parameter('publicIds')}::int[]) and v.change = any(${parameter('changes')}::bigint[])
    order by v.number, v.change desc) last
  where action = 'create'`);

const ofChange = compile(sql`
  select resource, number, fields::json from rostra_revisions
  where change = ${parameter('change')}::bigint and resource = any(${parameter('resources')}::text[]) and action = ${parameter('action')} order by resource, number`);

const identities = compile(sql`
  select number, document, (created at time zone 'UTC')::text from rostra_records
  where resource = ${parameter('resource')} and number = any(${parameter('publicIds')}::int[]) and document is not null and created is not null`);

const found = compile(sql`select ${facts} from rostra_changes c where c.id = any(${parameter('changes')}::bigint[])`);

const by = compile(sql`
  select id from rostra_changes where actor @> ${parameter('actor')}::jsonb and at >= to_timestamp(${parameter('time')}::bigint / 1000.0) order by id`);

const named = compile(sql`
  select actor::json from (select distinct case when actor ? 'id' then jsonb_build_object('kind', actor -> 'kind', 'id', actor -> 'id')
    else actor - 'id' end as actor from rostra_changes
    where actor ->> 'name' = ${parameter('name')} and at >= to_timestamp(${parameter('time')}::bigint / 1000.0)) actors order by actor::text`);

const immediate = compile(sql`set constraints rostra_commit immediate`);
const own = compile(
  sql`select id from rostra_changes where position is null and tx = pg_current_xact_id() order by id desc limit 1`,
);
