import { compile, parameter, sql } from '../../sql/sql';
import type { Run } from '../database';
import type { PastRevision } from './past';

/** A field of a record. */
export interface FieldName {
  resource: string;
  publicId: number;
  path: string;
}

/** The last change of a field. */
export interface LastChange extends FieldName {
  by: Pick<PastRevision, 'change' | 'at' | 'door' | 'actor' | 'batch'>;
}

/** Of some fields those that a change or a later one wrote, each with the last that did. One statement. */
export async function changesSince(fields: FieldName[], change: number, run: Run): Promise<LastChange[]> {
  return (await run(last, { fields: JSON.stringify(fields), change })).map(([row]) => row as LastChange);
}

const last = compile(sql`
  select json_build_object('resource', f.resource, 'publicId', f."publicId", 'path', f.path, 'by', json_build_object('change', c.id,
    'at', floor(extract(epoch from c.at) * 1000)::bigint, 'door', c.door, 'actor', c.actor, 'batch', c.batch))
  from jsonb_to_recordset(${parameter('fields')}::jsonb) as f(resource text, "publicId" int, path text)
  cross join lateral (select max(v.change) as id from rostra_revisions v
    where v.resource = f.resource and v.number = f."publicId" and v.change >= ${parameter('change')}::bigint
      and (v.action = 'create' or v.action = 'change' and v.fields ? f.path)) v
  join rostra_changes c on c.id = v.id`);
