import { isEqual, type Json, type JsonObject, textOfValue } from '../../../../../common/json';

/** A record as a form has shown it, as others have left it, and as its save has left it. */
export interface ComparedRecord {
  shown: JsonObject;
  theirs: JsonObject;
  after: JsonObject;
}

/** Items of a list that one of two people has removed, and that are there if the other's changes stay. */
export interface RemovedItems {
  byOthers: Json[];
  byEditor: Json[];
}

/**
 * Which of the fields that others have changed a save has overwritten.
 * @param merged the lists that were merged row by row, with what they are where the others' changes stay; undefined if all do
 */
export const overwrittenFields = (
  changed: string[],
  { shown, theirs, after }: ComparedRecord,
  merged: ReadonlyMap<string, object | undefined>,
): string[] =>
  changed.filter((name) =>
    merged.has(name)
      ? merged.get(name) !== undefined
      : !isEqual(theirs[name], after[name]) && !keepsChanges(shown[name], theirs[name], after[name]),
  );

/**
 * Whether a list, as a save has left it, keeps what others have changed of it since: the items that they added or removed, and their order if
 * they moved some. A form sends what it connects and disconnects, so that often holds by itself.
 * @param before the list as the form had shown it
 * @param theirs as others have left it
 * @param after as the save has left it
 */
export function keepsChanges(before: Json | undefined, theirs: Json | undefined, after: Json | undefined): boolean {
  if (!Array.isArray(before) || !Array.isArray(theirs) || !Array.isArray(after)) return false;
  const added = without(theirs, before);
  const removed = without(before, theirs);
  if (without(added, after).length > 0 || without(removed, after).length < removed.length) return false;
  const isMoved = !isEqual(common(before, theirs), common(theirs, before));
  return !isMoved || isEqual(common(theirs, after), common(after, theirs));
}

/** What a save has added to a list and removed from it, without what contradicts others: it stays whoever's order and removals one chooses. */
export const uncontested = (before: Json[], theirs: Json[], after: Json[]): { added: Json[]; removed: Json[] } => ({
  added: without(without(after, theirs), before),
  removed: without(common(theirs, before), after),
});

/** Whether a value is a list of records by their identifiers. */
export const isIdList = (value: Json | undefined): value is number[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'number');

/** What one has removed from a list and the other has left there, as the other has it. Takes what tells items apart. */
export function removedItems(
  before: Json[],
  theirs: Json[],
  after: Json[],
  keyOf: (item: Json) => string = textOfValue,
): RemovedItems {
  const former = new Set(before.map(keyOf));
  const leftIn = (list: Json[], others: Json[]): Json[] => {
    const gone = new Set(others.map(keyOf));
    return list.filter((item) => former.has(keyOf(item)) && !gone.has(keyOf(item)));
  };
  return { byOthers: leftIn(after, theirs), byEditor: leftIn(theirs, after) };
}

/** A list as it is where the others' changes stay: with what the save has added and removed and nobody contests. */
export function theirItems(before: Json[], theirs: Json[], after: Json[]): Json[] {
  const { added, removed } = uncontested(before, theirs, after);
  return [...without(theirs, removed), ...added];
}

const has = (list: Json[], item: Json): boolean => list.some((each) => isEqual(each, item));

/** The items of a list that are not in another one. */
export const without = (list: Json[], others: Json[]): Json[] => list.filter((item) => !has(others, item));

/** The items that are in both lists, in the order of the first one. */
const common = (list: Json[], others: Json[]): Json[] => list.filter((item) => has(others, item));
