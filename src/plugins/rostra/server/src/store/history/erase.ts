import type { Json, JsonObject } from '../../../../../../common/json';
import type { Resource } from '../../resource/resource';
import { compile, parameter, type Sql, sql } from '../../sql/sql';
import type { Run } from '../database';
import { isOfField, pruneGiven } from './given';

/** The decision that history shall no longer hold the values of a record, or the name of an account that made changes. */
export interface Erasure {
  /** Of an account: `actor:user` (of the API) or `actor:panelUser`. */
  resource: string;
  /** Of an account: its id. */
  publicId: number;
  /** ISO 8601 in UTC: later values stay. */
  at: string;
  /** Who decided it. */
  by: JsonObject;
}

/** How many revisions hold values of a record: its own, and those of its parents' lists. */
export interface HeldValues {
  own: number;
  ofParents: number;
}

/** SQL: the fields of a revision `r`, whose hash must go, too (it would prove a guess), without their values: of a change the names with null, of a removed record nothing. */
const blank = sql`case r.action when 'change' then (select jsonb_object_agg(key, null::jsonb) from jsonb_object_keys(r.fields) key) end`;

/** The database's present time if history has ever known a record, otherwise undefined. */
export async function erasureTime(resource: string, publicId: number, run: Run): Promise<string | undefined> {
  const [[at] = []] = await run(known, { resource, publicId });
  return (at as string | null) ?? undefined;
}

/** Counts what an erasure would blank. */
export async function countValues(
  { resource, publicId, at }: Omit<Erasure, 'by'>,
  parents: ParentField[],
  run: Run,
): Promise<HeldValues> {
  const [[own] = []] = await run(countOwn, { resource, publicId, at });
  let ofParents = 0;
  for (const parent of parents) {
    const [[count] = []] = await run(countOfParents, parametersOf(parent, { publicId, at }));
    ofParents += Number(count);
  }
  return { own: Number(own), ofParents };
}

/** Blanks the values of a record in its revisions and in those of its parents; names of fields and facts stay. Notes the erasure. */
export async function eraseValues({ by, ...erasure }: Erasure, parents: ParentField[], run: Run): Promise<void> {
  await run(eraseOwn, erasure);
  await run(eraseGiven, { ...erasure, parents: JSON.stringify(parents) });
  for (const parent of parents) await run(eraseOfParents, parametersOf(parent, erasure));
  await run(note, { ...erasure, by: JSON.stringify(by) });
}

const ACTOR = 'actor:';

/** The account whose name an erasure takes out of history; undefined if it concerns a record. */
export const accountOf = ({ resource, publicId }: Pick<Erasure, 'resource' | 'publicId'>): JsonObject | undefined =>
  resource.startsWith(ACTOR) ? { kind: resource.slice(ACTOR.length), id: publicId } : undefined;

/** The accounts under this name in history: what an erasure of each concerns, and how many changes show any name of it. */
export async function accountsNamed(name: string, run: Run): Promise<(Omit<Erasure, 'by'> & { changes: number })[]> {
  return (await run(named, { name })).map(([row]) => row as Omit<Erasure, 'by'> & { changes: number });
}

/** Takes the names of an account out of the changes it has made; its id stays. Notes the erasure. */
export async function eraseNames(account: JsonObject, { by, ...erasure }: Erasure, run: Run): Promise<void> {
  await run(unname, { account: JSON.stringify(account), at: erasure.at });
  await run(note, { ...erasure, by: JSON.stringify(by) });
}

/** The erasures of this database, the first one first. */
export async function listErasures(run: Run): Promise<Erasure[]> {
  return (await run(list)).map(([row]) => row as Erasure);
}

/** A field of another resource that shows a record as one of its children. */
export interface ParentField {
  resource: string;
  field: string;
  /** The name of the child's identifier. */
  key: string;
}

/** The fields of other resources that show records of this one as children. */
export const parentFieldsOf = (child: Resource, resources: Resource[]): ParentField[] =>
  resources.flatMap(({ name: resource, fields }) =>
    Object.entries(fields)
      .filter(([, { children }]) => children?.kind === child.kind)
      .map(([field]) => ({ resource, field, key: child.key.name })),
  );

/**
 * Blanks the values of the next changes older than `days`; returns whether there may be more. Current states stay, also the fact
 * that a record was deleted. Only one process does it at a time; for the others it is `busy`.
 */
export async function pruneValues(days: number, run: Run): Promise<'done' | 'more' | 'busy'> {
  const [[isFree] = []] = await run(pruneLock);
  if (!isFree) return 'busy';
  const [[isFull] = []] = await run(prune, { days });
  if (isFull) return 'more';
  await pruneGiven(run);
  return 'done';
}

const parametersOf = (
  { resource, field, key }: ParentField,
  { publicId, at }: { publicId: number; at: string },
): Record<string, Json> => ({
  resource,
  field,
  path: `$."${field}"[*][*] ? (@."${key}" == ${publicId})`,
  at,
});

const ofRecord = sql`r.resource = ${parameter('resource')} and r.number = ${parameter('publicId')}::int and (r.fields is not null or r.hash is not null)`;
const ofParent = sql`r.resource = ${parameter('resource')} and jsonb_path_exists(r.fields, ${parameter('path')}::jsonpath)`;
const isOlder = sql`exists (select from rostra_changes c where c.id = r.change and c.at <= ${parameter('at')}::timestamptz)`;

const hasValues = sql`(r.action = 'remove' and r.fields is not null or r.action = 'change' and exists (select from jsonb_each(r.fields) f where f.value <> 'null'))`;

const count = (which: Sql): Sql => sql`select count(*) from rostra_revisions r where ${which} and ${isOlder}`;

const countOwn = compile(count(sql`${ofRecord} and ${hasValues}`));
const countOfParents = compile(count(ofParent));

const eraseOwn = compile(
  sql`update rostra_revisions r set fields = ${blank}, hash = null where ${ofRecord} and ${isOlder}`,
);

const eraseOfParents = compile(sql`
  update rostra_revisions r set hash = null, fields = case r.action when 'remove' then r.fields - ${parameter('field')}::text
    else r.fields || jsonb_build_object(${parameter('field')}::text, null) end
  where ${ofParent} and ${isOlder}`);

/** SQL: a time as ISO 8601 in UTC, in ms, as JavaScript writes it. */
const textOf = (time: Sql): Sql => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const known = compile(sql`
  select ${textOf(sql`(clock_timestamp() + interval '1 ms')`)} from rostra_records
  where resource = ${parameter('resource')} and number = ${parameter('publicId')}::int`);

const named = compile(sql`
  select json_build_object('resource', ${sql.lit(ACTOR)} || (a.actor ->> 'kind'), 'publicId', a.actor -> 'id',
    'at', ${textOf(sql`(clock_timestamp() + interval '1 ms')`)},
    'changes', (select count(*) from rostra_changes c where c.actor @> a.actor and c.actor ? 'name'))
  from (select distinct jsonb_build_object('kind', actor -> 'kind', 'id', actor -> 'id') as actor from rostra_changes
    where actor ->> 'name' = ${parameter('name')} and actor ? 'id') a order by a.actor`);

const unname = compile(sql`
  update rostra_changes set actor = actor - 'name'
  where actor @> ${parameter('account')}::jsonb and actor ? 'name' and at <= ${parameter('at')}::timestamptz`);

/** What imports said of the record, and of the lists of its parents: which of them held it is not told apart. That an import had it is no value, and its identifiers stay. */
const eraseGiven = compile(sql`
  delete from rostra_given g where ${isOfField(sql`g`)} and (g.resource = ${parameter('resource')} and g.number = ${parameter('publicId')}::int
    or exists (select from jsonb_to_recordset(${parameter('parents')}::jsonb) as p(resource text, field text) where p.resource = g.resource and p.field = g.field))`);

const note = compile(sql`
  insert into rostra_erased (resource, number, at, by)
  values (${parameter('resource')}, ${parameter('publicId')}::int, ${parameter('at')}::timestamptz, ${parameter('by')}::jsonb) on conflict do nothing`);

const list = compile(sql`
  select json_build_object('resource', resource, 'publicId', number, 'at', ${textOf(sql`at`)}, 'by', by)
  from rostra_erased order by at, resource, number`);

const pruneLock = compile(sql`select pg_try_advisory_xact_lock(hashtextextended('rostra history days', 0))`);

const prune = compile(sql`
  with next as (
    select id, at from rostra_changes where id > coalesce((select max(change) from rostra_pruned), 0) order by id limit 200),
  old as materialized (select id from next where at < now() - make_interval(days => ${parameter('days')}::int)),
  blanked as (
    update rostra_revisions r set fields = ${blank}, hash = null where r.change = any(array(select id from old)) and (r.fields is not null or r.hash is not null)),
  former as (delete from rostra_pruned where exists (select from old)),
  noted as (insert into rostra_pruned select max(id) from old having count(*) > 0)
  select count(*) = 200 from old`);
