import type { JsonObject } from '../../../../../../common/json';
import { compile, parameter, sql } from '../../sql/sql';
import type { BatchKind } from '../batches/batches';
import type { Run } from '../database';
import type { StoredRevision } from './revisions';

/** A change: who made it, when, how and why. */
export type ChangeDetails = Pick<StoredRevision, 'change' | 'at' | 'kind' | 'door' | 'actor' | 'note' | 'batch'>;

/** The change with this id; undefined if there is none. */
export async function findChange(change: number, run: Run): Promise<ChangeDetails | undefined> {
  const [[row] = []] = await run(one, { change });
  return row as ChangeDetails | undefined;
}

/** A change that goes back on another one. */
export interface Reverting extends ChangeDetails {
  /** Of an undo or redo of a batch: whether something of that stood, or was undone, after it. */
  isPart: boolean;
}

/**
 * What has gone back on the change of a batch, the earliest first: restores, and what undid the import or did it again. `import`: the batch
 * that it undid or did again itself, which only the opposite takes back.
 */
export async function changesReverting(
  batch: { number: number; kind: BatchKind; change: number; import: number },
  run: Run,
): Promise<Reverting[]> {
  return (await run(reverting, batch)).map(([row]) => row as Reverting);
}

/** What a change did to one of its records. */
export interface RevisionOfChange {
  publicId: number;
  action: StoredRevision['action'];
  /** Of a changed record the fields that differ, each before and after; of a removed one all fields before; null if erased or too old. */
  fields: JsonObject | null;
}

/** What a change did to some records of a resource, in their order. One statement. */
export async function revisionsIn(
  change: number,
  resource: string,
  publicIds: number[],
  run: Run,
): Promise<RevisionOfChange[]> {
  return (await run(revisions, { change, resource, publicIds })).map(([row]) => row as RevisionOfChange);
}

const details = sql`'change', c.id, 'at', floor(extract(epoch from c.at) * 1000)::bigint, 'kind', c.kind, 'door', c.door,
    'actor', c.actor, 'note', c.note, 'batch', c.batch`;

const one = compile(
  sql`select json_build_object(${details}) from rostra_changes c where c.id = ${parameter('change')}::bigint`,
);

const reverting = compile(sql`
  select json_build_object(${details}, 'isPart', coalesce(b.is_part, false))
  from rostra_changes c left join rostra_batches b on b.number = c.batch
  where case when b.number is null then c.reverts = ${parameter('change')}::bigint
    else coalesce(b.undoes, b.redoes) = ${parameter('import')}::int and b.number > ${parameter('number')}::int
      and b.kind <> ${parameter('kind')} end
  order by c.id`);

const revisions = compile(sql`
  select json_build_object('publicId', number, 'action', action, 'fields', fields) from rostra_revisions
  where change = ${parameter('change')}::bigint and resource = ${parameter('resource')} and number = any(${parameter('publicIds')}::int[]) order by number`);
