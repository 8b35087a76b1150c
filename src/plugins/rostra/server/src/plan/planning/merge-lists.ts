import { isEqual, isObject, type Json, type JsonObject, textOfValue } from '../../../../../../common/json';
import { groupBy } from '../../../../../../common/maps';
import type { Field } from '../../fields/field';
import { byReferences, isSimilar, pairsOf, type RowPairs, type StoredRow } from '../../guard/row-pairs';
import { isExchanged } from './exchanged-rows';
import { mergeItems } from './merge-items';

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
  const certain = certainIn(before, field);
  const merged = new Map<number, JsonObject>();
  for (const { id, row } of before) {
    const [our, their] = [ownPairs.get(id)?.row, otherPairs.get(id)?.row];
    if (our && their) {
      const isGuess = !certain.has(id) && !isEqual(our, row) && !isEqual(their, row);
      if (isGuess && !isSimilar({ row: our }, { row: their })) return undefined;
      const both = mergeRow({ base: row, ours: our, theirs: their }, field.nested);
      if (!both) return undefined;
      merged.set(id, both);
    } else if (!isEqual(our ?? their ?? row, row)) return undefined;
  }
  const sides = [
    { after: own, pairs: ownPairs },
    { after: other, pairs: otherPairs },
  ] as const;
  if (!field.children && isExchanged(before, sides, field)) return undefined;
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

/** The identifiers of rows that cannot be taken for others: children, and what refers to something as the only one. */
function certainIn(rows: StoredRow[], { children, nested = {} }: List): Set<number> {
  const alone = [...byReferences(rows, referencesIn(nested)).values()].filter(({ length }) => length === 1);
  return new Set((children ? rows : alone.flat()).map(({ id }) => id));
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
  const [ids, otherIds] = [new Set(own.ids), new Set(other.ids)];
  const added = own.rows.map(({ row }, index) => ({ row, id: own.ids[index] ?? 0 }));
  const free = groupBy(
    added.filter(({ id }) => !known.has(id) && !otherIds.has(id)),
    ({ row }) => textOfValue(row),
  );
  for (const [index, { row }] of other.rows.entries()) {
    const id = other.ids[index] ?? 0;
    if (known.has(id) || ids.has(id)) continue;
    const same = free.get(textOfValue(row))?.shift();
    if (same) other.ids[index] = same.id;
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
