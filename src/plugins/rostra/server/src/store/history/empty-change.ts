import { compile, parameter, sql } from '../../sql/sql';
import type { Run } from '../database';

/** Draws the id of a change: its place among all others. */
export async function drawChange(run: Run): Promise<number> {
  const [[id] = []] = await run(draw);
  return Number(id);
}

/** Records a change without records: who made it, when and why, as its transaction has announced. */
export async function recordEmptyChange(change: number, run: Run): Promise<void> {
  await run(record, { change });
}

const draw = compile(sql`select nextval('rostra_change_ids')`);

const record = compile(sql`
  insert into rostra_changes (id, kind, door, actor, note, request, batch, reverts, tx)
  select ${parameter('change')}::bigint, coalesce(o.kind, 'write'), o.door, coalesce(o.by, '{}'), o.note, o.request, o.batch, o.reverts, pg_current_xact_id()
  from jsonb_to_record(coalesce(nullif(current_setting('rostra.origin', true), ''), '{"door":"system"}')::jsonb)
    as o(kind text, door text, by jsonb, note text, request text, batch int, reverts bigint)`);
