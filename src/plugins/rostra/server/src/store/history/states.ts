import type { JsonObject } from '../../../../../../common/json';
import { compile, parameter, sql } from '../../sql/sql';
import type { Run } from '../database';

/** A moment of the past: after a change, before a change, or at the end of a millisecond of the epoch. */
export type Moment = { after: number } | { before: number } | { time: number };

/**
 * Returns the states of records at a moment, by public id: today's states walked back over all later revisions. Null for a
 * record that did not exist then, or that history did not know yet; records that never existed are missing. A state lacks the fields whose values then are erased.
 * One statement.
 */
export async function statesAt(
  resource: string,
  publicIds: number[],
  moment: Moment,
  run: Run,
): Promise<Map<number, JsonObject | null>> {
  const first = 'after' in moment ? moment.after + 1 : 'before' in moment ? moment.before : null;
  const time = 'time' in moment ? moment.time : null;
  const rows = await run(statement, { resource, publicIds, first, time });
  return new Map(rows as [number, JsonObject | null][]);
}

/** Times are shown and asked for in milliseconds: what was changed within the one asked for counts. */
const nextMillisecond = sql`to_timestamp((${parameter('time')}::bigint + 1) / 1000.0)`;

/** Whether history knew a record that it found in the database. */
const isKnown = sql`case when ${parameter('time')}::bigint is null then r.found < ${parameter('first')}::bigint
    else (select f.at from rostra_changes f where f.id = r.found) < ${nextMillisecond} end`;

/** Of each field the earliest value that a later revision replaced counts, up to the creation or removal of the record. */
const statement = compile(sql`
  with later as materialized (
    select r.number, r.change, r.action, r.fields from rostra_revisions r join rostra_changes c on c.id = r.change
    where r.resource = ${parameter('resource')} and r.number = any(${parameter('publicIds')}::int[])
      and case when ${parameter('time')}::bigint is null then r.change >= ${parameter('first')}::bigint
        else c.at >= ${nextMillisecond} end),
  ends as (
    select distinct on (number) number, change, action, fields from later where action <> 'change' order by number, change),
  earliest as (
    select distinct on (l.number, f.key) l.number, f.key, nullif(f.value, 'null') -> 0 as before
    from later l left join ends e on e.number = l.number cross join jsonb_each(l.fields) f
    where l.action = 'change' and (e.change is null or l.change < e.change) order by l.number, f.key, l.change),
  changed as (
    select number, jsonb_object_agg(key, before) filter (where before is not null) as fields,
      array_agg(key) filter (where before is null) as erased
    from earliest group by number)
  select r.number, case when r.found is null or ${isKnown} then
    ((case e.action when 'create' then null when 'remove' then coalesce(e.fields, '{}') else r.state end || coalesce(c.fields, '{}')) - coalesce(c.erased, '{}'))::json end
  from rostra_records r left join ends e on e.number = r.number left join changed c on c.number = r.number
  where r.resource = ${parameter('resource')} and r.number = any(${parameter('publicIds')}::int[])`);
