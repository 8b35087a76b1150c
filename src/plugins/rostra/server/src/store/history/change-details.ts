import type { JsonObject } from '../../../../../../common/json';
import { compile, parameter, type Sql, sql } from '../../sql/sql';
import type { Run } from '../database';
import type { StoredRevision } from './revisions';

/** A change: who made it, when, how and why. */
export type ChangeDetails = Pick<StoredRevision, 'change' | 'at' | 'kind' | 'door' | 'actor' | 'note' | 'batch'>;

/** The change with this id; undefined if there is none. */
export async function findChange(change: number, run: Run): Promise<ChangeDetails | undefined> {
  const [[row] = []] = await run(one, { change });
  return row as ChangeDetails | undefined;
}

/** The changes that have taken a change back, whole or in part, the earliest first. */
export async function changesReverting(change: number, run: Run): Promise<ChangeDetails[]> {
  return (await run(reverting, { change })).map(([row]) => row as ChangeDetails);
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

const select = (rest: Sql): Sql => sql`
  select json_build_object('change', c.id, 'at', floor(extract(epoch from c.at) * 1000)::bigint, 'kind', c.kind, 'door', c.door,
    'actor', c.actor, 'note', c.note, 'batch', c.batch)
  from rostra_changes c ${rest}`;

const one = compile(select(sql`where c.id = ${parameter('change')}::bigint`));

const reverting = compile(select(sql`where c.reverts = ${parameter('change')}::bigint order by c.id`));

const revisions = compile(sql`
  select json_build_object('publicId', number, 'action', action, 'fields', fields) from rostra_revisions
  where change = ${parameter('change')}::bigint and resource = ${parameter('resource')} and number = any(${parameter('publicIds')}::int[]) order by number`);
