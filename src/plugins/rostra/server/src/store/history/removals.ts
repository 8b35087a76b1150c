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

const anyRemoval = compile(sql`select 1 from ${deleted} limit 1`);

const removed = compile(sql`
  select r.number, (select json_object_agg(name, v.fields -> name) from unnest(${parameter('names')}::text[]) name)
  from ${deleted} where r.resource = ${parameter('resource')} and r.number > ${parameter('last')}::int and v.fields is not null
  order by r.number limit ${parameter('chunk')}::int`);

const lastValues = compile(sql`select r.number, v.fields::json from ${deleted} where ${isAsked(sql`r`)}`);
