import { createId } from '@paralleldrive/cuid2';
import type { Json } from '../../../../../../common/json';
import type { Resource } from '../../resource/resource';
import { columnOf, modelOf } from '../../sql/model';
import { ident, parameter, sql } from '../../sql/sql';
import { type Run, runOnce } from '../database';
import { reserveRowIds, toColumns, typeOf } from './statements';

/** A record to insert. */
export interface NewEntry {
  /** Null for the next public id. */
  publicId: number | null;
  /** Columns by attribute, the same ones in each entry. */
  values?: Record<string, Json>;
  /** Of a record that returns: its document id and the time of its creation in UTC. */
  identity?: { document: string; created: string };
}

/** The public id and row id of an inserted record. */
export interface InsertedEntry {
  publicId: number;
  rowId: number;
}

/** Inserts records; returns those inserted, in order. Skips records whose public id is taken. */
export async function insertEntries(resource: Resource, entries: NewEntry[], run: Run): Promise<InsertedEntry[]> {
  const target = modelOf(resource.uid);
  const keyAttribute = resource.key.attribute;
  const ids = await reserveRowIds(target.tableName, entries.length, run);
  const key = columnOf(target, keyAttribute);
  const attributes = Object.keys(entries[0]?.values ?? {}).filter((name) => name !== keyAttribute);
  const columns = attributes.map((attribute) => ident(columnOf(target, attribute)));
  const types = attributes.map(
    (attribute) => sql`${ident(columnOf(target, attribute))} ${sql.raw(typeOf(target, attribute))}`,
  );
  const records = entries.map(({ publicId, values, identity }, index) => ({
    ...toColumns(target, values ?? {}),
    id: ids[index],
    document_id: identity?.document ?? createId(),
    first_created_at: identity?.created ?? null,
    [key]: publicId,
  }));
  const fixed = [ident('id'), ident('document_id'), ident(key)];
  const inserted = await runOnce(
    run,
    sql`insert into ${ident(target.tableName)} (${sql.join([...fixed, ...columns])}, created_at, updated_at, published_at)
      select ${sql.join([...fixed, ...columns].map((column) => sql`r.${column}`))}, coalesce(r.first_created_at, n.now), n.now, n.now
      from jsonb_to_recordset(${parameter('records')}::jsonb) as r(${sql.join([sql`id int`, sql`document_id text`, sql`${ident(key)} int`, sql`first_created_at timestamp`, ...types])}),
        (select now() at time zone 'UTC' as now) n
      on conflict (${ident(key)}) do nothing returning id, ${ident(key)}`,
    { records: JSON.stringify(records) },
  );
  const publicIds = new Map(inserted.map(([rowId, publicId]) => [rowId as number, publicId as number]));
  return ids.flatMap((rowId) => {
    const publicId = publicIds.get(rowId);
    return publicId === undefined ? [] : { rowId, publicId };
  });
}
