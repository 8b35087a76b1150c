import type { JsonObject } from '../../../../../common/json';
import { resourceAttribute } from '../operations/write';
import type { Resource } from '../resource/resource';
import type { Run } from '../store/database';
import { type RowIds, readRowIds } from '../store/row-ids';
import { nestedAttribute, storedRows } from './form-rows';
import type { MergedTable } from './form-tables';
import type { ComparedRecord } from './merged-lists';
import type { MergedRows, RowsOutcome } from './merged-rows';
import { ownChoices } from './own-choices';

/** The save of a form in whose record others have changed something since it was loaded. */
export interface SaveOfTwo {
  resource: Resource;
  publicId: number;
  /** The fields that others have changed. */
  changed: string[];
  /** The record as the form had shown it, and as others have left it, with the ids of its nested rows. */
  shown: JsonObject;
  theirs: JsonObject;
  rows: RowIds;
  /** What is written, and the lists in it that are merged: nested rows, and rows in JSON. */
  data: Record<string, unknown>;
  lists: ReadonlyMap<string, MergedRows>;
  tables: ReadonlyMap<string, MergedTable>;
}

/** Such a save after it was written. */
export interface WrittenSave extends SaveOfTwo, ComparedRecord {
  /** The record as it was written, and the same without rows that are there twice. */
  written: JsonObject;
  /** What has become of the lists of nested rows that were merged. */
  nested: ReadonlyMap<string, RowsOutcome>;
}

/** Finds out what has become of a save. At most two statements. */
export async function writtenSave(save: SaveOfTwo, stored: JsonObject, run: Run): Promise<WrittenSave> {
  const { resource, publicId, changed, data, lists } = save;
  const attribute = (name: string) => resourceAttribute(resource, name);
  const written = { ...stored, ...(await ownChoices(resource, publicId, { changed, data }, run)) };
  const ids = lists.size > 0 ? await readRowIds(resource, publicId, run) : {};
  const nested = new Map(
    [...lists].map(([name, list]): [string, RowsOutcome] => {
      const after = storedRows(written, name, ids[attribute(name)]);
      return [name, list.outcome(after, nestedAttribute(resource, name))];
    }),
  );
  const once = Object.fromEntries([...nested].map(([name, { rows }]) => [name, rows]));
  return { ...save, written, after: { ...written, ...once }, nested };
}
