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
import { isRowList, type RowIds } from '../store/row-ids';
import { lostRows, type MergedRows, mergeRows } from './merged-rows';
import type { FormRow, RowsOfTwo, StoredRow } from './row-pairs';

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

/** What the save of a form says about the nested rows that it has shown, by attribute. */
export interface ShownRows {
  /** Those that the record had after the change that the form has shown. */
  base: RowIds;
  /** Others that it does not send any more: the record may have been read later. */
  dropped: RowIds;
}

/** The ids of rows in a header; empty if it does not name any. */
export function rowIdsIn(header: string): RowIds {
  const ids = tryParseJson(header);
  if (!isObject(ids)) return {};
  const isIds = (list: unknown) => Array.isArray(list) && list.every((id) => Number.isInteger(id));
  return Object.fromEntries(Object.entries(ids).filter(([, list]) => isIds(list))) as RowIds;
}

/** Merges the lists of nested rows that a form writes with what others have made of them, by the name of their field. A list that the form does not say to have shown is left out. */
export async function mergeFormRows(
  written: Written,
  data: Data,
  shown: ShownRows,
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

/** The attribute that stores a field of the rows of a field. */
export const nestedAttribute =
  (resource: Resource, name: string) =>
  (each: string): string => {
    const field = resource.fields[name]?.nested?.[each];
    return field ? attributeOf(each, field) : each;
  };

function rowsOfTwo(
  { resource, changed, record, ids }: Written,
  name: string,
  data: Data,
  shown: ShownRows,
): RowsOfTwo | undefined {
  const field = resource.fields[name];
  const attribute = resourceAttribute(resource, name);
  const [mine, before, dropped = []] = [data[attribute], shown.base[attribute], shown.dropped[attribute]];
  if (!field || !isRowList(modelOf(resource.uid), attribute, field)) return undefined;
  if (!Array.isArray(mine) || !mine.every(isObject)) return undefined;
  if (before?.length !== rowsIn(changed.shown, name).length) return undefined;
  const { sortedBy } = field;
  return {
    base: storedRows(changed.shown, name, before),
    theirs: storedRows(record, name, ids[attribute]),
    mine,
    dropped,
    ...(sortedBy !== undefined && { sortedBy: nestedAttribute(resource, name)(sortedBy) }),
  };
}

/**
 * The rows that others have removed and the form has changed, as new rows: what the form had shown with what its editor has changed. Without
 * those that refer to records that are gone.
 */
async function restoreRows(resource: Resource, name: string, rows: RowsOfTwo, run: Run): Promise<Map<number, FormRow>> {
  const field = resource.fields[name] as Field;
  const attribute = attributeOf(name, field);
  const { to } = relationOf(modelOf(resource.uid), attribute);
  const lost = lostRows(rows).map(({ shown, own }) => {
    const { findings } = parseContext();
    return { shown, own, claims: [], findings, references: field.references?.([shown.row], name, {}) ?? [] };
  });
  const { rowOf } = await resolve(lost, run);
  const found = lost.filter(({ findings }) => findings.faults.length === 0);
  return new Map(
    found.flatMap(({ shown, own }): [number, FormRow][] => {
      const into = draft();
      field.write(into, attribute, [shown.row], rowOf, {});
      const { id, ...changes } = own;
      return (into.rows[attribute] ?? []).map(({ values, links }) => {
        const linked = mapValues(links, (targets, link) =>
          linksAfter(targets, changes[link], to.attributes[link]?.relation?.endsWith('ToMany') ?? false),
        );
        return [shown.id, { ...values, ...changes, ...linked }];
      });
    }),
  );
}

/** What a new row links: the records that the former one had linked, with what its form connects and disconnects. */
function linksAfter(targets: number[], change: unknown, isMany: boolean): Data {
  if (change === null) return { connect: [], disconnect: [] };
  const { connect = [], disconnect = [] } = (isObject(change) ? change : {}) as {
    connect?: Data[];
    disconnect?: Data[];
  };
  const gone = disconnect.map(({ id }) => id);
  const kept = isMany || connect.length === 0 ? targets.filter((id) => !gone.includes(id)) : [];
  return { connect: [...kept.map((id) => ({ id })), ...connect], disconnect: [] };
}
