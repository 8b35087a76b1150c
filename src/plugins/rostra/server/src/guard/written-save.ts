import { type JsonObject, rowsIn } from '../../../../../common/json';
import { resourceAttribute } from '../operations/write';
import type { Resource } from '../resource/resource';
import type { Run } from '../store/database';
import { type RowIds, readRowIds } from '../store/row-ids';
import { nestedAttribute, storedRows } from './form-rows';
import type { MergedTable } from './form-tables';
import type { ComparedRecord } from './merged-lists';
import type { MergedRows, RowsOutcome } from './merged-rows';
import { ownChoices } from './own-choices';
import { type RowSides, sidesOf } from './row-sides';

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

/** A list of nested rows that was merged and written. */
export interface WrittenRows {
  outcome: RowsOutcome;
  /** What a save can go on with. */
  sides: RowSides;
  /** Whether one has to choose between whole lists, because both together break a rule. */
  isBroken: boolean;
}

/** Such a save after it was written. */
export interface WrittenSave extends SaveOfTwo, ComparedRecord {
  /** The record as it was written, and the same without rows that are there twice. */
  written: JsonObject;
  nested: ReadonlyMap<string, WrittenRows>;
}

/** Finds out what has become of a save. At most two statements. */
export async function writtenSave(save: SaveOfTwo, stored: JsonObject, run: Run): Promise<WrittenSave> {
  const { resource, publicId, changed, theirs, rows, data, lists } = save;
  const attribute = (name: string) => resourceAttribute(resource, name);
  const written = { ...stored, ...(await ownChoices(resource, publicId, { changed, data }, run)) };
  const ids = lists.size > 0 ? await readRowIds(resource, publicId, run) : {};
  const outcomes = [...lists].map(([name, list]) => {
    const after = storedRows(written, name, ids[attribute(name)]);
    return { name, outcome: list.outcome(after, nestedAttribute(resource, name)) };
  });
  const once = { ...written, ...Object.fromEntries(outcomes.map(({ name, outcome }) => [name, outcome.rows])) };
  const chosen = outcomes.map((each) => {
    const their = { rows: rowsIn(theirs, each.name), ids: rows[attribute(each.name)] ?? [] };
    return { ...each, ...sidesOf(resource, each, once, their) };
  });
  return {
    ...save,
    written,
    after: { ...once, ...Object.fromEntries(chosen.map((each) => [each.name, each.rows])) },
    nested: new Map(chosen.map(({ name, outcome, sides, isBroken }) => [name, { outcome, sides, isBroken }])),
  };
}
