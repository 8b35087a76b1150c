import type { Json, JsonObject } from '../../../../../../common/json';
import { compile, parameter, type Sql, sql } from '../../sql/sql';
import type { Run } from '../database';

/** What a change did to one record, and the change. */
export interface StoredRevision {
  change: number;
  action: 'create' | 'change' | 'remove';
  /** Of a changed record the fields that differ, each before and after; of a removed one all fields before. */
  fields: JsonObject | null;
  /** When it was committed, in epoch ms. */
  at: number;
  /** `write`, `import`, `undo`, `restore`, or `found` for what was there before history began. */
  kind: string;
  door: string;
  actor: JsonObject;
  note: string | null;
  request: string | null;
  batch: number | null;
}

/** The revisions of a record, the latest first; those before a change, if given. */
export async function listRevisions(
  resource: string,
  publicId: number,
  { before = null, limit }: { before?: Json | undefined; limit: number },
  run: Run,
): Promise<StoredRevision[]> {
  const rows = await run(list, { resource, publicId, before, limit });
  return rows.map(([row]) => row as StoredRevision);
}

/** What one change did to a record; undefined if nothing. */
export async function findRevision(
  resource: string,
  publicId: number,
  change: number,
  run: Run,
): Promise<StoredRevision | undefined> {
  const [[row] = []] = await run(one, { resource, publicId, change });
  return row as StoredRevision | undefined;
}

/** The values of a changed record's fields before and after, and the names of those whose values are erased. */
export function valuesOf(fields: JsonObject | null): { from: JsonObject; to: JsonObject; erased: string[] } {
  const entries = Object.entries(fields ?? {});
  const known = entries.flatMap(([name, value]) => (Array.isArray(value) ? [[name, value] as const] : []));
  return {
    from: Object.fromEntries(known.map(([name, [before = null]]) => [name, before])),
    to: Object.fromEntries(known.map(([name, [, after = null]]) => [name, after])),
    erased: entries.flatMap(([name, value]) => (Array.isArray(value) ? [] : name)),
  };
}

const select = (rest: Sql): Sql => sql`
  select json_build_object('change', r.change, 'action', r.action, 'fields', r.fields,
    'at', floor(extract(epoch from c.at) * 1000)::bigint, 'kind', c.kind, 'door', c.door, 'actor', c.actor, 'note', c.note, 'request', c.request, 'batch', c.batch)
  from rostra_revisions r join rostra_changes c on c.id = r.change
  where r.resource = ${parameter('resource')} and r.number = ${parameter('publicId')}::int ${rest}`;

const list = compile(
  select(
    sql`and (${parameter('before')}::bigint is null or r.change < ${parameter('before')}::bigint) order by r.change desc limit ${parameter('limit')}::int`,
  ),
);

const one = compile(select(sql`and r.change = ${parameter('change')}::bigint`));
