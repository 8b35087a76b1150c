import type { JsonObject } from '../../../../../../common/json';
import { compile, parameter, sql } from '../../sql/sql';
import type { Run } from '../database';
import { type EditFacts, facts, isAsked, isCounted } from './counted-changes';

/** A record that was deleted, but not by an import. */
export interface Removal {
  publicId: number;
  by: EditFacts;
}

/** Of these records those that people have deleted. One statement. */
export async function removalsByPeople(resource: string, publicIds: number[], run: Run): Promise<Removal[]> {
  return (await run(removals, { resource, publicIds })).map(([row]) => row as Removal);
}

/** Those of some records that are deleted, whoever has done that. One statement, none for none. */
export async function deletedAmong(resource: string, publicIds: number[], run: Run): Promise<Set<number>> {
  if (publicIds.length === 0) return new Set();
  return new Set((await run(deletedRecords, { resource, publicIds })).map(([number]) => number as number));
}

/** Those of some records that had been deleted at any time before a change. One statement, none for none. */
export async function deletedBefore(
  resource: string,
  publicIds: number[],
  change: number,
  run: Run,
): Promise<Set<number>> {
  if (publicIds.length === 0) return new Set();
  return new Set((await run(formerRemovals, { resource, publicIds, change })).map(([number]) => number as number));
}

/** Whether people have deleted any record. One statement. */
export const hasRemovals = async (run: Run): Promise<boolean> => (await run(anyRemoval)).length > 0;

/** Some fields of all records that people have deleted; none where their values are private. */
export async function* removedFields(
  resource: string,
  names: string[],
  chunk: number,
  run: Run,
): AsyncIterable<{ publicId: number; fields: JsonObject }> {
  for (let last = -1; ; ) {
    const rows = await run(removed, { resource, names, last, chunk });
    for (const [publicId, fields] of rows) yield { publicId: publicId as number, fields: fields as JsonObject };
    if (rows.length < chunk) return;
    last = rows.at(-1)?.[0] as number;
  }
}

/** The values that records had when people deleted them, by public id; without those whose values are private or erased. One statement. */
export async function lastValuesOf(resource: string, publicIds: number[], run: Run): Promise<Map<number, JsonObject>> {
  const rows = await run(lastValues, { resource, publicIds });
  return new Map(rows.flatMap(([publicId, fields]) => (fields ? [[publicId as number, fields as JsonObject]] : [])));
}

/** SQL: records that people have deleted and nobody has created again, each with the revision and the change that did it. */
const deleted = sql`rostra_records r
  join lateral (select v.change, v.action, v.fields from rostra_revisions v join rostra_changes c on c.id = v.change
    where v.resource = r.resource and v.number = r.number and v.action <> 'change' and ${isCounted(sql`v`)} order by v.change desc limit 1) v
    on r.state is null and v.action = 'remove'
  join rostra_changes c on c.id = v.change and c.kind <> 'import'`;

const removals = compile(sql`
  select json_build_object('publicId', r.number, 'by', ${facts}) from ${deleted} where ${isAsked(sql`r`)} order by r.number`);

const deletedRecords = compile(sql`select r.number from rostra_records r where ${isAsked(sql`r`)} and r.state is null`);

const formerRemovals = compile(sql`
  select distinct v.number from rostra_revisions v
  where ${isAsked(sql`v`)} and v.action = 'remove' and v.change < ${parameter('change')}::bigint`);

const anyRemoval = compile(sql`select 1 from ${deleted} limit 1`);

const removed = compile(sql`
  select r.number, (select json_object_agg(name, v.fields -> name) from unnest(${parameter('names')}::text[]) name)
  from ${deleted} where r.resource = ${parameter('resource')} and r.number > ${parameter('last')}::int and v.fields is not null
  order by r.number limit ${parameter('chunk')}::int`);

const lastValues = compile(sql`select r.number, v.fields::json from ${deleted} where ${isAsked(sql`r`)}`);
