import { compile, parameter, type Sql, sql } from '../../sql/sql';
import type { Run } from '../database';
import { isNoteCounted } from '../history/counted-changes';
import { noteGiven, OF_SOURCE } from '../history/given';

/** An identifier that a record has at a source. */
export interface ExternalId {
  publicId: number;
  externalId: string;
}

/** The record that has an identifier at a source. */
export interface Holder {
  publicId: number;
  /** Whether it is stored, not deleted. */
  isStored: boolean;
}

/** The records, also deleted ones, that have these identifiers at a source. One statement, none for none. */
export async function holdersOf(
  { resource, sourceName }: SourceOfResource,
  externalIds: string[],
  run: Run,
): Promise<Map<string, Holder>> {
  if (externalIds.length === 0) return new Map();
  const rows = await run(holders, { resource, source: sourceName, externalIds });
  return new Map(
    rows.map(([externalId, publicId, isStored]) => [
      externalId as string,
      { publicId: publicId as number, isStored: isStored === true },
    ]),
  );
}

/** The identifiers that these records have at a source. One statement, none for none. */
export async function externalIdsOf(
  { resource, sourceName }: SourceOfResource,
  publicIds: number[],
  run: Run,
): Promise<Map<number, string>> {
  if (publicIds.length === 0) return new Map();
  const rows = await run(identifiers, { resource, source: sourceName, publicIds });
  return new Map(rows.map(([publicId, externalId]) => [publicId as number, externalId as string]));
}

/** The public ids of all records, also deleted ones, that have an identifier at a source. */
export async function identifiedAt({ resource, sourceName }: SourceOfResource, run: Run): Promise<Set<number>> {
  const rows = await run(identified, { resource, source: sourceName });
  return new Set(rows.map(([publicId]) => publicId as number));
}

/** The public ids of the stored records that have an identifier at a source, in ascending order. */
export async function storedAt({ resource, sourceName }: SourceOfResource, run: Run): Promise<number[]> {
  return (await run(stored, { resource, source: sourceName })).map(([publicId]) => publicId as number);
}

/** The names of the other sources at which these records have identifiers, by public id. One statement, none for none. */
export async function otherSourcesOf(
  { resource, sourceName }: SourceOfResource,
  publicIds: number[],
  run: Run,
): Promise<Map<number, string[]>> {
  if (publicIds.length === 0) return new Map();
  const rows = await run(others, { resource, source: sourceName, publicIds });
  return new Map(rows.map(([publicId, names]) => [publicId as number, names as string[]]));
}

/** The identifiers that a record has at all sources. One statement. */
export async function identifiersOf(
  resource: string,
  publicId: number,
  run: Run,
): Promise<{ source: string; externalId: string }[]> {
  const rows = await run(ofRecord, { resource, publicId });
  return rows.map(([source, externalId]) => ({ source: source as string, externalId: externalId as string }));
}

/** The names of all sources. */
export async function knownSources(run: Run): Promise<string[]> {
  return (await run(sources)).map(([source]) => source as string);
}

/**
 * Gives records their identifiers at a source, instead of former ones, and takes these from other records. Notes that for a change of
 * an import, so that its undo takes it back; without a change for good.
 */
export async function giveExternalIds(
  { resource, sourceName }: SourceOfResource,
  { given, change }: { given: ExternalId[]; change: number | undefined },
  run: Run,
): Promise<void> {
  const parameters = { resource, source: sourceName, given: JSON.stringify(given) };
  await run(removeFormer, parameters);
  await run(add, parameters);
  const notes = given.map(({ publicId, externalId }) => ({
    publicId,
    fields: { [OF_SOURCE + sourceName]: externalId },
  }));
  await noteGiven(resource, notes, { change, sourceName }, run);
}

/**
 * Brings the identifiers that an import gave in line with what counts of the imports, after it was undone or done again: each
 * record has what the last import that counts for it said. So do the records from which it had taken identifiers.
 */
export async function settleExternalIds(change: number, run: Run): Promise<void> {
  await run(removeConcerned, { change });
  await run(giveLatest, { change });
}

/** A record whose identifier another one has. */
export interface Rival extends ExternalId {
  resource: string;
  sourceName: string;
  rival: number;
}

/** Finds a record whose identifier another one has got since the import that gave it was undone. One statement. */
export async function findRival(change: number, run: Run): Promise<Rival | undefined> {
  const [[rival] = []] = await run(rivals, { change });
  return rival as Rival | undefined;
}

/**
 * Finds a stored record that has no identifier at a source, because another one keeps that which the import had taken from it: the import
 * is undone for one of them only. One statement.
 */
export async function findDeprived(change: number, run: Run): Promise<Rival | undefined> {
  const [[found] = []] = await run(deprived, { change });
  return found as Rival | undefined;
}

/** The records of one kind that a source knows. */
interface SourceOfResource {
  /** The resource's name. */
  resource: string;
  sourceName: string;
}

const isOfSource = sql`resource = ${parameter('resource')} and source = ${parameter('source')}`;

const holders = compile(sql`
  select e.external_id, e.number, r.state is not null from rostra_external_ids e left join rostra_records r using (resource, number)
  where ${isOfSource} and e.external_id = any(${parameter('externalIds')}::text[])`);

const identifiers = compile(sql`
  select number, external_id from rostra_external_ids where ${isOfSource} and number = any(${parameter('publicIds')}::int[])`);

const identified = compile(sql`select number from rostra_external_ids where ${isOfSource}`);

const stored = compile(sql`
  select e.number from rostra_external_ids e join rostra_records r using (resource, number)
  where ${isOfSource} and r.state is not null order by e.number`);

const others = compile(sql`
  select number, json_agg(source order by source) from rostra_external_ids
  where resource = ${parameter('resource')} and source <> ${parameter('source')} and number = any(${parameter('publicIds')}::int[]) group by number`);

const ofRecord = compile(sql`
  select source, external_id from rostra_external_ids
  where resource = ${parameter('resource')} and number = ${parameter('publicId')}::int order by source`);

const sources = compile(sql`select distinct source from rostra_external_ids order by source`);

const given = sql`jsonb_to_recordset(${parameter('given')}::jsonb) as g("publicId" int, "externalId" text)`;

// Each is looked up by itself: whatever the planner has seen of the table, which grows meanwhile, none is compared with all.
const removeFormer = compile(sql`
  with former as (
    select e.external_id from ${given} cross join lateral (
      select external_id from rostra_external_ids where ${isOfSource} and number = g."publicId" and external_id <> g."externalId" offset 0) e
    union
    select e.external_id from ${given} cross join lateral (
      select external_id from rostra_external_ids where ${isOfSource} and external_id = g."externalId" and number <> g."publicId" offset 0) e)
  delete from rostra_external_ids where ${isOfSource} and external_id = any(array(select external_id from former))`);

const add = compile(sql`
  insert into rostra_external_ids (resource, source, external_id, number)
  select ${parameter('resource')}, ${parameter('source')}, g."externalId", g."publicId" from ${given} on conflict do nothing`);

/** SQL: whether a row says which identifier a record has. */
const isIdentifier = (alias: Sql): Sql => sql`left(${alias}.field, 1) = ${sql.lit(OF_SOURCE)}`;

/** SQL: what an import has noted of identifiers. */
const isNote = (alias: Sql): Sql => sql`${alias}.change = ${parameter('change')}::bigint and ${isIdentifier(alias)}`;

/** SQL: the records that an import has given identifiers, and those that have had these. */
const concerned = sql`noted as (select n.resource, n.field, n.number, n.given from rostra_given n where ${isNote(sql`n`)}),
  concerned as (
    select resource, field, number from noted
    union select n.resource, n.field, n.number from rostra_given n join noted using (resource, field, given) where ${isIdentifier(sql`n`)})`;

const removeConcerned = compile(sql`
  with ${concerned}
  delete from rostra_external_ids e using concerned n
  where e.resource = n.resource and e.source = substr(n.field, 2) and e.number = n.number`);

// Where several have had an identifier, it is that of the record of which an import said so last.
const giveLatest = compile(sql`
  with ${concerned},
  latest as (
    select distinct on (n.resource, n.field, n.number) n.resource, n.field, n.number, n.given, n.change, n.is_own
    from rostra_given n join concerned using (resource, field, number) where ${isNoteCounted(sql`n`)}
    order by n.resource, n.field, n.number, n.change desc)
  insert into rostra_external_ids (resource, source, external_id, number)
  select resource, substr(field, 2), given #>> '{}', number from latest order by change desc, is_own on conflict do nothing`);

/** SQL: records for which an import is undone, and that it has given identifiers. */
const undone = sql`rostra_given n join rostra_undone u on u.change = n.change and u.resource = n.resource and u.number = n.number`;

// A record that gets another identifier back at the same time has it no longer.
const rivals = compile(sql`
  with returning_ids as (
    select n.resource, n.field, n.number, n.given from ${undone}
    where ${isNote(sql`n`)} and not exists (select from rostra_given l
      where l.resource = n.resource and l.number = n.number and l.field = n.field and l.change > n.change and ${isNoteCounted(sql`l`)}))
  select json_build_object('resource', n.resource, 'publicId', n.number, 'sourceName', e.source, 'externalId', e.external_id, 'rival', e.number)
  from returning_ids n
  join rostra_external_ids e on e.resource = n.resource and e.source = substr(n.field, 2) and e.external_id = n.given #>> '{}' and e.number <> n.number
  join rostra_records r on r.resource = e.resource and r.number = e.number and r.state is not null
  where not exists (select from returning_ids o where o.resource = e.resource and o.field = n.field and o.number = e.number)
  order by n.resource, n.number limit 1`);

const deprived = compile(sql`
  with latest as (
    select distinct on (l.resource, l.field, l.number) l.resource, l.field, l.number, l.given
    from ${undone} join rostra_given l on l.resource = n.resource and l.field = n.field and l.number = n.number
    where ${isNote(sql`n`)} and ${isNoteCounted(sql`l`)} order by l.resource, l.field, l.number, l.change desc)
  select json_build_object('resource', l.resource, 'publicId', l.number, 'sourceName', e.source, 'externalId', e.external_id, 'rival', e.number)
  from latest l
  join rostra_records r on r.resource = l.resource and r.number = l.number and r.state is not null
  join rostra_external_ids e on e.resource = l.resource and e.source = substr(l.field, 2) and e.external_id = l.given #>> '{}' and e.number <> l.number
  join rostra_given k on k.resource = e.resource and k.field = l.field and k.number = e.number and k.given = l.given and k.change = ${parameter('change')}::bigint
  order by l.resource, l.number limit 1`);
