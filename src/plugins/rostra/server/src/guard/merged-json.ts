import { isEqual, isObject, type Json, type JsonObject } from '../../../../../common/json';
import type { Field } from '../fields/field';

type Fields = Record<string, Field>;

/** Rows of three states, by what they refer to. */
interface States<T> {
  /** As the form had shown them. */
  base: T;
  /** As the form sends them. */
  mine: T;
  /** As others have left them. */
  theirs: T;
}

/** Rows with the changes of two people. */
export interface MergedJson {
  /** Where both have changed the same, with the editor's own changes, or with the others'. */
  mine: JsonObject[];
  theirs: JsonObject[];
  /** Whether both have changed the same to different values. */
  isOfBoth: boolean;
}

/**
 * Merges rows that are stored as JSON, such as scores. A row is known by what it refers to, and a list in it is merged likewise: a row without lists
 * is one value. Keeps the order of what is stored. Undefined if it is not clear which rows are the same.
 */
export function mergeJson(states: States<Json | undefined>, fields: Fields): MergedJson | undefined {
  const references = Object.keys(fields).filter((name) => fields[name]?.references && !fields[name]?.inJson);
  const [base, mine, theirs] = [states.base, states.mine, states.theirs].map((rows) => byKey(rows, references));
  if (!base || !mine || !theirs) return undefined;
  const merged: MergedJson = { mine: [], theirs: [], isOfBoth: false };
  for (const key of new Set([...theirs.keys(), ...mine.keys()])) {
    const row = mergeRow({ base: base.get(key), mine: mine.get(key), theirs: theirs.get(key) }, fields);
    if (!row) return undefined;
    if (row.mine) merged.mine.push(row.mine);
    if (row.theirs) merged.theirs.push(row.theirs);
    merged.isOfBoth ||= row.isOfBoth;
  }
  return merged;
}

/** Rows by what they refer to; undefined if that does not tell them apart. */
function byKey(rows: Json | undefined, references: string[]): Map<string, JsonObject> | undefined {
  if (!Array.isArray(rows) || !rows.every(isObject) || references.length === 0) return undefined;
  const keyOf = (row: JsonObject) => JSON.stringify(references.map((name) => row[name] ?? null));
  const keyed = new Map((rows as JsonObject[]).map((row) => [keyOf(row), row]));
  return keyed.size === rows.length ? keyed : undefined;
}

/** A row, or none, on either side. */
interface MergedRow {
  mine: JsonObject | undefined;
  theirs: JsonObject | undefined;
  isOfBoth: boolean;
}

function mergeRow({ base, mine, theirs }: States<JsonObject | undefined>, fields: Fields): MergedRow | undefined {
  const lists = Object.keys(fields).filter((name) => fields[name]?.inJson);
  const rest = (row: JsonObject | undefined) =>
    row && { ...row, ...Object.fromEntries(lists.map((name) => [name, []])) };
  const own = mergeValue({ base: rest(base), mine: rest(mine), theirs: rest(theirs) });
  const merged: MergedRow = { ...own };
  for (const name of lists) {
    const listIn = (row: JsonObject | undefined) => row?.[name] ?? [];
    const states = { base: listIn(base), mine: listIn(mine), theirs: listIn(theirs) };
    const list = mergeJson(states, fields[name]?.inJson ?? {});
    if (!list) return undefined;
    // What somebody has put into a row that the other has removed stays, and so does the row.
    const withList = (row: JsonObject | undefined, rows: JsonObject[]) =>
      row || rows.length > 0 ? { ...(row ?? rest(theirs ?? mine)), [name]: rows } : undefined;
    merged.mine = withList(merged.mine, list.mine);
    merged.theirs = withList(merged.theirs, list.theirs);
    merged.isOfBoth ||= list.isOfBoth;
  }
  return merged;
}

function mergeValue({ base, mine, theirs }: States<JsonObject | undefined>): MergedRow {
  if (isEqual(mine, base)) return { mine: theirs, theirs, isOfBoth: false };
  const isOfBoth = !isEqual(theirs, base) && !isEqual(theirs, mine);
  return { mine, theirs: isOfBoth ? theirs : mine, isOfBoth };
}
