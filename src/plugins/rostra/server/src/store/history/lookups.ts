import type { JsonObject } from '../../../../../../common/json';
import { compile, parameter, type Statement, sql } from '../../sql/sql';
import type { Run } from '../database';

/** How many changes count as recent. */
const RECENT = 10_000;

/** Lists who made the latest changes of these resources, each once. One statement. */
export async function listActors(resources: string[], run: Run): Promise<JsonObject[]> {
  return (await run(actors, { resources })).map(([actor]) => actor as JsonObject);
}

const actors = compile(sql`
  select actor::json from (select distinct actor from (
    select id, actor from rostra_changes where kind <> 'found' order by id desc limit ${sql.lit(RECENT)}) recent
  where actor <> '{}' and exists (select 1 from rostra_revisions v where v.change = recent.id and v.resource = any(${parameter('resources')}::text[]))) actors`);

/** A record of history: its first change, and when it was found in the database, in epoch ms; null if history saw its creation. */
export interface HistoryStart {
  exists: boolean;
  foundAt: number | null;
}

/** Finds out where the history of a record begins; undefined if there never was one. One statement. */
export async function findStart(resource: string, publicId: number, run: Run): Promise<HistoryStart | undefined> {
  const [[row] = []] = await run(start, { resource, publicId });
  return row as HistoryStart | undefined;
}

const start = compile(sql`
  select json_build_object('exists', r.state is not null, 'foundAt', floor(extract(epoch from c.at) * 1000)::bigint)
  from rostra_records r left join rostra_changes c on c.id = r.found
  where r.resource = ${parameter('resource')} and r.number = ${parameter('publicId')}::int`);

/** What a change did to one of its records, without values. */
export interface ChangedRecord {
  change: number;
  resource: string;
  publicId: number;
  action: 'create' | 'change' | 'remove';
  /** The names of the fields that it changed; of a created or removed record none. */
  fields: string[];
}

/** Lists a page of the records that changes touched, of these resources, and counts them. One statement. */
export async function listRecords(
  changes: number[],
  { resources, limit, offset }: { resources: string[]; limit: number; offset: number },
  run: Run,
): Promise<{ rows: ChangedRecord[]; total: number }> {
  const rows = await run(records, { changes, resources, limit, offset });
  return { rows: rows.map(([row]) => row as ChangedRecord), total: Number(rows[0]?.[1] ?? 0) };
}

const records = compile(sql`
  select json_build_object('change', r.change, 'resource', r.resource, 'publicId', r.number, 'action', r.action,
    'fields', case when r.action = 'change' then (select coalesce(json_agg(key order by key), '[]') from jsonb_object_keys(r.fields) key) else '[]' end), count(*) over ()
  from rostra_revisions r where r.change = any(${parameter('changes')}::bigint[]) and r.resource = any(${parameter('resources')}::text[])
  order by array_position(${parameter('resources')}::text[], r.resource), r.number, r.change limit ${parameter('limit')}::int offset ${parameter('offset')}::int`);

/** The changes of a recent request of an account of the panel, the latest first. One statement. */
export async function changesOfRequest(request: string, panelUser: number, run: Run): Promise<number[]> {
  return (await run(ofRequest, { request, panelUser })).map(([id]) => Number(id));
}

/** SQL: the recent changes of an account of the panel. */
export const recentOfPanelUser = sql`(select id, request from (
    select id, request, actor from rostra_changes order by id desc limit ${sql.lit(RECENT)}) latest
  where actor @> jsonb_build_object('kind', 'panelUser', 'id', ${parameter('panelUser')}::int))`;

const ofRequest = compile(
  sql`select id from ${recentOfPanelUser} recent where request = ${parameter('request')} order by id desc`,
);

/** The latest change before this one; undefined if there is none. One statement. */
export async function precedingChange(change: number, run: Run): Promise<number | undefined> {
  const [[id] = []] = await run(preceding, { change });
  return id === null || id === undefined ? undefined : Number(id);
}

const preceding = compile(sql`select max(id) from rostra_changes where id < ${parameter('change')}::bigint`);

/** A record, and the values that history has of it. */
interface RecordState {
  resource: string;
  publicId: number;
  fields: JsonObject | null;
}

type ReadStates = (records: { resource: string; publicId: number }[], run: Run) => Promise<RecordState[]>;

/** Reads the states of records that a statement finds. */
const statesBy =
  (statement: Statement): ReadStates =>
  async (records, run) => {
    if (records.length === 0) return [];
    const resources = records.map(({ resource }) => resource);
    const publicIds = records.map(({ publicId }) => publicId);
    const rows = await run(statement, { resources, publicIds });
    return rows.map(([row]) => row as RecordState);
  };

const last = compile(sql`
  select json_build_object('resource', r.resource, 'publicId', r.number, 'fields', coalesce(r.state, v.fields))
  from unnest(${parameter('resources')}::text[], ${parameter('publicIds')}::int[]) w(resource, number)
    join rostra_records r on r.resource = w.resource and r.number = w.number
    left join rostra_revisions v on r.state is null and v.resource = r.resource and v.number = r.number and v.change = r.change and v.action = 'remove'`);

const former = compile(sql`
  select json_build_object('resource', r.resource, 'publicId', r.number, 'fields', v.fields)
  from unnest(${parameter('resources')}::text[], ${parameter('publicIds')}::int[]) w(resource, number)
    join rostra_records r on r.resource = w.resource and r.number = w.number and r.state is null
    join rostra_revisions v on v.resource = r.resource and v.number = r.number and v.change = r.change and v.action = 'remove'`);

/** The last values of records that are deleted, among these. One statement. */
export const formerStates = statesBy(former);

/** The states of records as they are, or were before their deletion; without those that history does not know. One statement. */
export const lastStates = statesBy(last);
