import type { Json, JsonObject } from '../../../../../../common/json';
import { compile, parameter, sql } from '../../sql/sql';
import { type Run, transaction } from '../database';

/** A committed transaction that changed records. */
export interface Change {
  /** Its place in the order of commits. */
  position: number;
  /** When it was committed, in epoch ms. */
  at: number;
  door: string;
  actor: JsonObject;
  note: string | null;
  request: string | null;
}

/** What a change did to one record: the fields' values before and after it; of a removed record, its fields before. */
export interface Revision {
  change: number;
  action: 'create' | 'change' | 'remove';
  fields: JsonObject | null;
}

/**
 * Gives committed changes their positions. Only readers call it: whatever commits later gets a higher position, so a reader of
 * all positions above one that it has seen misses nothing, and no writer waits.
 */
export const numberChanges = (): Promise<void> =>
  transaction(async (run) => {
    const [[isPending] = []] = await run(pending);
    if (!isPending) return;
    await run(numberLock);
    await run(number);
  });

const pending = compile(sql`select exists (select from rostra_changes where position is null)`);
const numberLock = compile(sql`select pg_advisory_xact_lock(hashtextextended('rostra positions', 0))`);
const number = compile(sql`
  update rostra_changes c set position = n.position
  from (select id, nextval('rostra_positions') as position from (select id from rostra_changes where position is null order by id) w) n
  where c.id = n.id`);

/** The revisions of a record, the latest first, each with its change. */
export async function revisionsOf(
  resource: string,
  publicId: number,
  run: Run,
): Promise<(Revision & Omit<Change, 'position'> & { position: number | null })[]> {
  const rows = await run(revisions, { resource, publicId });
  return rows.map(([row]) => row as Awaited<ReturnType<typeof revisionsOf>>[number]);
}

const revisions = compile(sql`
  select json_build_object('change', r.change, 'action', r.action, 'fields', r.fields, 'position', c.position,
    'at', floor(extract(epoch from c.at) * 1000)::bigint, 'door', c.door, 'actor', c.actor, 'note', c.note, 'request', c.request)
  from rostra_revisions r join rostra_changes c on c.id = r.change
  where r.resource = ${parameter('resource')} and r.number = ${parameter('publicId')}::int order by r.change desc`);

/** Walks a state back over one revision: the state before it; null if the record did not exist. */
export function stateBefore(state: JsonObject | null, { action, fields }: Revision): JsonObject | null {
  if (action === 'create') return null;
  if (action === 'remove') return fields;
  const before = { ...state };
  for (const [name, values] of Object.entries(fields ?? {})) before[name] = (values as [Json, Json])[0];
  return before;
}
