import { isEqual, isObject, type Json, type JsonObject } from '../../../../../../common/json';
import type { Field } from '../../fields/field';
import { isSimilar, pairsOf, type RowPairs, refersAlike, type StoredRow } from '../../guard/row-pairs';

/** What is known of a list of rows. */
type List = Pick<Field, 'nested' | 'children' | 'sortedBy'>;

/** A list in three states. */
interface Sides {
  /** As the last import left it; undefined if nobody knows. */
  base: Json | undefined;
  /** As the file wants it. */
  ours: Json;
  /** As people have left it. */
  theirs: Json;
}

/**
 * Merges two changes of a list. Of identifiers and texts: what either side added is in it, what either removed is not; if one of them moved
 * items, in its order. Of rows: those that either side added or removed likewise, and of each row the changes of both. Undefined if both moved
 * items in different ways, or have changed the same value of a row, or if one has removed what the other has changed. Also where it is a guess which
 * row is which: rows have no identifiers, and what both have made of one has little in common.
 * @param field the list, if it is one of rows
 */
export function mergeLists({ base, ours, theirs }: Sides, field: List = {}): Json[] | undefined {
  if (!Array.isArray(base) || !Array.isArray(ours) || !Array.isArray(theirs)) return undefined;
  const all = [...base, ...ours, ...theirs];
  if (all.every(isObject)) return mergeRows({ base, ours, theirs } as RowSides, field);
  return all.some(isObject) ? undefined : mergeItems(base, ours, theirs);
}

function mergeItems(base: Json[], ours: Json[], theirs: Json[]): Json[] | undefined {
  const [byUs, byThem] = [isMoved(base, ours), isMoved(base, theirs)];
  if (byUs && byThem && !isEqual(common(ours, theirs), common(theirs, ours))) return undefined;
  return byThem ? withChanges(theirs, base, ours) : withChanges(ours, base, theirs);
}

type RowSides = { base: JsonObject[]; ours: JsonObject[]; theirs: JsonObject[] };

/** Rows, and the identifier that each has here. */
interface IdentifiedRows {
  rows: StoredRow[];
  ids: number[];
}

/** Rows stand for their identifiers, or for those that they have here: what is the same on two sides has the same one. */
function mergeRows({ base, ours, theirs }: RowSides, field: List): Json[] | undefined {
  const number = numbering(field);
  const [before, own, other] = [number(base), number(ours), number(theirs)];
  const ownPairs = pairsIn(before, own, before, field);
  const otherPairs = pairsIn(
    before,
    other,
    before.filter(({ id }) => ownPairs.has(id)),
    field,
  );
  const merged = new Map<number, JsonObject>();
  for (const { id, row } of before) {
    const [our, their] = [ownPairs.get(id)?.row, otherPairs.get(id)?.row];
    if (our && their) {
      const isKnown = field.children !== undefined || isAlone({ id, row }, before, field);
      const isGuess = !isKnown && !isEqual(our, row) && !isEqual(their, row);
      if (isGuess && !isSimilar({ row: our }, { row: their })) return undefined;
      const both = mergeRow({ base: row, ours: our, theirs: their }, field.nested);
      if (!both) return undefined;
      merged.set(id, both);
    } else if (!isEqual(our ?? their ?? row, row)) return undefined;
  }
  if (isExchanged({ before, own, other, ownPairs, otherPairs })) return undefined;
  const ownIds = idsIn(own, ownPairs);
  const otherIds = idsIn(other, otherPairs);
  const known = new Set(before.map(({ id }) => id));
  joinAdded({ rows: own, ids: ownIds }, { rows: other, ids: otherIds }, known);
  const ids = [...ownIds, ...otherIds];
  // Where a field sorts the rows, nobody moves one.
  const unordered = () =>
    [...new Set(ids)].filter((id) => !known.has(id) || (ownIds.includes(id) && otherIds.includes(id)));
  for (const [index, { row }] of [...own, ...other].entries()) {
    const id = ids[index] ?? 0;
    const same = merged.get(id);
    if (!same) merged.set(id, row);
    else if (!known.has(id) && !isEqual(same, row)) return undefined;
  }
  const order = mergeItems([...known], ownIds, otherIds) ?? (field.sortedBy === undefined ? undefined : unordered());
  const rows = order?.map((id) => merged.get(id as number) ?? null);
  return rows && isUnique(rows, field) ? rows : undefined;
}

/** Whether no other row refers to what a row refers to. */
function isAlone(row: StoredRow, rows: StoredRow[], { nested = {} }: List): boolean {
  const references = referencesIn(nested);
  const alike = rows.filter((other) => refersAlike(references, row, other));
  return alike.length === 1;
}

interface Paired {
  before: StoredRow[];
  own: StoredRow[];
  other: StoredRow[];
  ownPairs: RowPairs;
  otherPairs: RowPairs;
}

/** Whether both sides have put something else in place of rows that neither has any more: it may be the same row, changed by both. */
function isExchanged({ before, own, other, ownPairs, otherPairs }: Paired): boolean {
  if (before.every(({ id }) => ownPairs.has(id) || otherPairs.has(id))) return false;
  const addedTo = (rows: StoredRow[], pairs: RowPairs) => {
    const former = new Set(pairs.values());
    return rows.filter((row) => !former.has(row)).map(({ row }) => row);
  };
  const [ours, theirs] = [addedTo(own, ownPairs), addedTo(other, otherPairs)];
  const lacks = (rows: JsonObject[], row: JsonObject) => !rows.some((each) => isEqual(each, row));
  return ours.some((row) => lacks(theirs, row)) && theirs.some((row) => lacks(ours, row));
}

/** Which rows are the same: children by their identifiers, others by what they say, by what they refer to, or by their place. */
const pairsIn = (
  before: StoredRow[],
  after: StoredRow[],
  kept: StoredRow[],
  { children, nested = {} }: List,
): RowPairs =>
  children
    ? new Map(after.filter(({ id }) => before.some((row) => row.id === id)).map((row) => [row.id, row]))
    : pairsOf({ base: before, theirs: after, mine: kept.map(({ id }) => ({ id })), references: referencesIn(nested) });

/** The names of values that refer to other records. */
const referencesIn = (nested: Record<string, Field>): string[] =>
  Object.keys(nested).filter((name) => nested[name]?.referencePaths);

/** Whether no two children have the same name, which both sides may have given. */
function isUnique(rows: Json[], { children }: List): boolean {
  if (!children) return true;
  const names = rows.map((row) => (isObject(row) ? row[children.match] : null));
  return new Set(names).size === names.length;
}

/** Gives rows identifiers, those of children, which others have as well, or new ones. */
function numbering({ children }: List): (rows: JsonObject[]) => StoredRow[] {
  let last = 0;
  return (rows) =>
    rows.map((row) => {
      last -= 1;
      return { id: children && typeof row.id === 'number' ? row.id : last, row };
    });
}

/** The identifiers of rows on one side: of those that were there before, the former ones. */
function idsIn(rows: StoredRow[], pairs: ReadonlyMap<number, StoredRow>): number[] {
  const former = new Map([...pairs].map(([id, row]) => [row, id]));
  return rows.map((row) => former.get(row) ?? row.id);
}

/** Gives a row that both sides have added alike one identifier. */
function joinAdded(own: IdentifiedRows, other: IdentifiedRows, known: ReadonlySet<number>): void {
  const free = new Map(own.ids.flatMap((id, index) => (known.has(id) ? [] : [[id, own.rows[index]?.row ?? null]])));
  for (const id of other.ids) free.delete(id);
  for (const [index, { row }] of other.rows.entries()) {
    if (known.has(other.ids[index] ?? 0)) continue;
    const [same] = [...free].find(([, each]) => isEqual(each, row)) ?? [];
    if (same === undefined) continue;
    other.ids[index] = same;
    free.delete(same);
  }
}

/** A row with the changes of both sides. Undefined if both have changed the same value; a type and its identifier are one. */
function mergeRow(
  { base, ours, theirs }: { base: JsonObject; ours: JsonObject; theirs: JsonObject },
  nested: Record<string, Field> = {},
): JsonObject | undefined {
  const merged: JsonObject = {};
  const changedBy = (row: JsonObject, name: string) =>
    [name, nested[name]?.partner ?? name].some((each) => !isEqual(row[each], base[each]));
  for (const name of Object.keys({ ...base, ...ours, ...theirs })) {
    const [our = null, their = null] = [ours[name], theirs[name]];
    if (isEqual(our, their) || !changedBy(theirs, name)) merged[name] = our;
    else if (!changedBy(ours, name)) merged[name] = their;
    else {
      const list = mergeLists({ base: base[name], ours: our, theirs: their }, nested[name]);
      if (!list) return undefined;
      merged[name] = list;
    }
  }
  return merged;
}

const common = (list: Json[], others: Json[]): Json[] => list.filter((item) => others.includes(item));

const isMoved = (before: Json[], after: Json[]): boolean => !isEqual(common(before, after), common(after, before));

/** A list with what another one adds to the base, each item after the one that it follows there, and without what it removes. */
function withChanges(list: Json[], base: Json[], other: Json[]): Json[] {
  const merged = list.filter((item) => other.includes(item) || !base.includes(item));
  for (const [index, item] of other.entries()) {
    if (base.includes(item) || merged.includes(item)) continue;
    const before = other.slice(0, index).findLast((each) => merged.includes(each));
    merged.splice(before === undefined ? 0 : merged.indexOf(before) + 1, 0, item);
  }
  return merged;
}
