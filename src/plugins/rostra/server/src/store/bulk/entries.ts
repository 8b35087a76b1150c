import { createId } from '@paralleldrive/cuid2';
import type { Json } from '../../../../../../common/json';
import type { Resource } from '../../resource/resource';
import { columnOf, type Model, modelOf } from '../../sql/model';
import { ident, parameter, prepared, type Sql, sql } from '../../sql/sql';
import type { Call, Run } from '../database';
import { columnAttributes, reserveRowIds, toColumns, typeOf } from './statements';

/** A record to insert. */
export interface NewEntry {
  /** Null for the next public id. */
  publicId: number | null;
  /** Columns by attribute; the others stay empty. */
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
  const takeRowId = await reserveRowIds(new Map([[target.tableName, entries.length]]), run);
  const rows = entries.map((entry) => ({ ...entry, rowId: takeRowId(target.tableName) }));
  const { statement, parameters } = insertCall(resource, rows, { skipsTaken: true });
  const inserted = await run({ ...statement, name: '' }, parameters);
  const publicIds = new Map(inserted.map(([rowId, publicId]) => [rowId as number, publicId as number]));
  return rows.flatMap(({ rowId }) => {
    const publicId = publicIds.get(rowId);
    return publicId === undefined ? [] : { rowId, publicId };
  });
}

/** The statement that inserts records with these row ids; returns row ids and public ids. Fails if a public id is taken, or skips it. */
export function insertCall(
  resource: Resource,
  entries: (NewEntry & { rowId: number })[],
  { skipsTaken = false }: { skipsTaken?: boolean } = {},
): Call {
  const target = modelOf(resource.uid);
  const key = columnOf(target, resource.key.attribute);
  const records = entries.map(({ publicId, values = {}, identity, rowId }) => ({
    [key]: publicId,
    ...toColumns(target, values),
    ...(publicId === null ? {} : { [key]: publicId }),
    id: rowId,
    document_id: identity?.document ?? createId(),
    first_created_at: identity?.created ?? null,
  }));
  return {
    statement: prepared(target, `insert ${skipsTaken}`, () => insertion(target, key, skipsTaken)),
    parameters: { records: JSON.stringify(records) },
  };
}

function insertion(target: Model, key: string, skipsTaken: boolean): Sql {
  const columns = columnAttributes(target).map((attribute) => ({
    name: ident(columnOf(target, attribute)),
    type: typeOf(target, attribute),
  }));
  const names = [ident('id'), ident('document_id'), ...columns.map(({ name }) => name)];
  const types = [
    sql`id int`,
    sql`document_id text`,
    sql`first_created_at timestamp`,
    ...columns.map(({ name, type }) => sql`${name} ${sql.raw(type)}`),
  ];
  const onConflict = skipsTaken ? sql`on conflict (${ident(key)}) do nothing` : sql``;
  return sql`insert into ${ident(target.tableName)} (${sql.join(names)}, created_at, updated_at, published_at)
      select ${sql.join(names.map((name) => sql`r.${name}`))}, coalesce(r.first_created_at, n.now), n.now, n.now
      from jsonb_to_recordset(${parameter('records')}::jsonb) as r(${sql.join(types)}), (select statement_timestamp() at time zone 'UTC' as now) n
      ${onConflict} returning id, ${ident(key)}`;
}
