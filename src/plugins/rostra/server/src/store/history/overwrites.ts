import { isEqual, type JsonObject } from '../../../../../../common/json';
import type { Resource } from '../../resource/resource';
import { column, scopeOf, tableOf } from '../../sql/scope';
import { compile, parameter, prepared, sql } from '../../sql/sql';
import type { Run } from '../database';
import { type RowIds, rowIdsIn } from '../row-ids';
import { statesAt } from './states';

/** A record's last change. */
export interface LastChange {
  /** The record's public identifier. */
  number: number;
  change: number;
  /** The HTTP request that made it. */
  request: string | null;
}

/** A record's last change, and its nested rows after it. */
export interface ShownChange extends LastChange {
  rows: RowIds;
}

/** The last change of a stored record, by its document id; undefined if there is none. One statement. */
export const lastChangeOf = (resource: Resource, documentId: string, run: Run): Promise<LastChange | undefined> =>
  readLast<LastChange>(resource, documentId, run, false);

/** What a form shows of a record, by its document id; undefined if there is none. One statement. */
export const shownChangeOf = (resource: Resource, documentId: string, run: Run): Promise<ShownChange | undefined> =>
  readLast<ShownChange>(resource, documentId, run, true);

async function readLast<T>(resource: Resource, documentId: string, run: Run, hasRows: boolean): Promise<T | undefined> {
  const statement = prepared(resource, `last change ${hasRows}`, () => {
    const scope = scopeOf(resource.uid);
    const rows = hasRows ? sql`, 'rows', ${rowIdsIn(resource, scope)}` : sql``;
    return sql`select json_build_object('number', r.number, 'change', r.change, 'request', c.request${rows}) from ${tableOf(scope)}
      join rostra_records r on r.resource = ${sql.lit(resource.name)} and r.number = ${column(scope, resource.key.attribute)}
      left join rostra_changes c on c.id = r.change
      where ${column(scope, 'documentId')} = ${parameter('documentId')}`;
  });
  const [[last] = []] = await run(statement, { documentId });
  return last as T | undefined;
}

/** A record's fields that differ from those after a change, and its last change. */
export interface ChangedSince {
  change: number;
  fields: string[];
  /** Its state after that change; without values if they are private. */
  shown: JsonObject;
}

/**
 * Returns which fields of a record differ now from its state after a change; all of them if its values are private. Undefined if nothing
 * has changed since. One statement, two more if something has.
 */
export async function changedSince(
  { name, fields, hasPrivateHistory }: Resource,
  publicId: number,
  since: number,
  run: Run,
): Promise<ChangedSince | undefined> {
  const [[last] = []] = await run(lastChange, { name, publicId });
  if (last === undefined || Number(last) <= since) return undefined;
  const change = Number(last);
  if (hasPrivateHistory) return { change, fields: Object.keys(fields), shown: {} };
  const [shown, now] = [
    (await statesAt(name, [publicId], { after: since }, run)).get(publicId) ?? {},
    (await statesAt(name, [publicId], { after: change }, run)).get(publicId) ?? {},
  ] as [JsonObject, JsonObject];
  return {
    change,
    fields: Object.keys({ ...shown, ...now }).filter((field) => !isEqual(shown[field], now[field])),
    shown,
  };
}

/** Whether all changes of a record since a change were made by these HTTP requests. One statement. */
export async function isChangedOnlyBy(
  requests: string[],
  { name }: Resource,
  publicId: number,
  since: number,
  run: Run,
): Promise<boolean> {
  const [[others] = []] = await run(othersSince, { name, publicId, since, requests });
  return Number(others) === 0;
}

const othersSince = compile(sql`
  select count(*) from rostra_revisions r join rostra_changes c on c.id = r.change
  where r.resource = ${parameter('name')} and r.number = ${parameter('publicId')}::int and r.change > ${parameter('since')}::bigint
    and coalesce(c.request <> all(${parameter('requests')}::text[]), true)`);

const lastChange = compile(
  sql`select change from rostra_records where resource = ${parameter('name')} and number = ${parameter('publicId')}::int`,
);
