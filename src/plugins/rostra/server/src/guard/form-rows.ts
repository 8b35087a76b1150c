import { isObject, type JsonObject, rowsIn, tryParseJson } from '../../../../../common/json';
import { mapValues } from '../../../../../common/maps';
import { attributeOf, draft, type Field } from '../fields/field';
import { parseContext } from '../fields/parse-context';
import { resourceAttribute } from '../operations/write';
import type { Resource } from '../resource/resource';
import { modelOf, relationOf } from '../sql/model';
import type { Run } from '../store/database';
import type { ChangedSince } from '../store/history/overwrites';
import { resolve } from '../store/resolve';
import type { RowIds } from '../store/row-ids';
import { type FormRow, lostRows, type MergedRows, mergeRows, type RowsOfTwo, type StoredRow } from './merged-rows';

type Data = Record<string, unknown>;

/** The record that a form writes. */
interface Written {
  resource: Resource;
  /** What others have changed since the form has shown it. */
  changed: ChangedSince;
  /** Its canonical form, and the ids of its rows. */
  record: JsonObject;
  ids: RowIds;
}

/** The ids of the rows that a form has shown, from its header; empty if it does not say. */
export function shownRowIds(header: string): RowIds {
  const ids = tryParseJson(header);
  if (!isObject(ids)) return {};
  const isIds = (list: unknown) => Array.isArray(list) && list.every((id) => Number.isInteger(id));
  return Object.fromEntries(Object.entries(ids).filter(([, list]) => isIds(list))) as RowIds;
}

/** Merges the lists of nested rows that a form writes with what others have made of them, by the name of their field. A list that the form does not say to have shown is left out. */
export async function mergeFormRows(
  written: Written,
  data: Data,
  shown: RowIds,
  run: Run,
): Promise<Map<string, MergedRows>> {
  const merged = new Map<string, MergedRows>();
  // Also where the values are the same again: an API write replaces all rows.
  for (const name of Object.keys(written.resource.fields)) {
    const rows = rowsOfTwo(written, name, data, shown);
    if (rows) merged.set(name, mergeRows(rows, await restoreRows(written.resource, name, rows, run)));
  }
  return merged;
}

/** Rows in canonical form with their ids. */
export const storedRows = (record: JsonObject, name: string, ids: number[] = []): StoredRow[] =>
  rowsIn(record, name).map((row, index) => ({ id: ids[index] ?? 0, row }));

function rowsOfTwo(
  { resource, changed, record, ids }: Written,
  name: string,
  data: Data,
  shown: RowIds,
): RowsOfTwo | undefined {
  const field = resource.fields[name];
  const attribute = resourceAttribute(resource, name);
  const [mine, before] = [data[attribute], shown[attribute]];
  if (field?.kind !== 'rows' || !Array.isArray(mine) || !mine.every(isObject)) return undefined;
  if (before?.length !== rowsIn(changed.shown, name).length) return undefined;
  return {
    base: storedRows(changed.shown, name, before),
    theirs: storedRows(record, name, ids[attribute]),
    mine,
    isSorted: field.sortedBy !== undefined,
  };
}

/**
 * The rows that others have removed and the form has changed, as new rows: what the form had shown with what its editor has changed. None if
 * they refer to records that are gone.
 */
async function restoreRows(resource: Resource, name: string, rows: RowsOfTwo, run: Run): Promise<Map<number, FormRow>> {
  const lost = lostRows(rows);
  const field = resource.fields[name] as Field;
  const attribute = attributeOf(name, field);
  const values = lost.map(({ shown }) => shown.row);
  const { findings } = parseContext();
  const references = field.references?.(values, name, {}) ?? [];
  const { rowOf } = await resolve([{ references, claims: [], findings }], run);
  if (findings.faults.length > 0) return new Map();
  const into = draft();
  field.write(into, attribute, values, rowOf, {});
  const { to } = relationOf(modelOf(resource.uid), attribute);
  return new Map(
    (into.rows[attribute] ?? []).flatMap(({ values: columns, links }, index): [number, FormRow][] => {
      const { shown, own } = lost[index] as (typeof lost)[number];
      const { id, ...changes } = own;
      const linked = mapValues(links, (targets, link) =>
        linksAfter(targets, changes[link], to.attributes[link]?.relation?.endsWith('ToMany') ?? false),
      );
      return [[shown.id, { ...columns, ...changes, ...linked }]];
    }),
  );
}

/** What a new row links: the records that the former one had linked, with what its form connects and disconnects. */
function linksAfter(targets: number[], change: unknown, isMany: boolean): Data {
  const { connect = [], disconnect = [] } = (isObject(change) ? change : {}) as {
    connect?: Data[];
    disconnect?: Data[];
  };
  const gone = disconnect.map(({ id }) => id);
  const kept = isMany || connect.length === 0 ? targets.filter((id) => !gone.includes(id)) : [];
  return { connect: [...kept.map((id) => ({ id })), ...connect], disconnect: [] };
}
