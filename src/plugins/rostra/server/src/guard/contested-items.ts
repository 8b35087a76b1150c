import { isObject, type Json, type JsonObject, textOfValue } from '../../../../../common/json';
import { entryOf } from '../../../../../common/maps';
import type { Field } from '../fields/field';
import type { Reference } from '../fields/parse-context';

/** What is known of the items of a list. */
type Items = Pick<Field, 'references' | 'inJson'>;

/** The key of a referenced record. */
export const keyOf = ({ kind, publicId }: Reference): string => `${kind} ${publicId}`;

/** A text that two items have in common if they are the same: rows that are stored as JSON are if they refer to the same. */
export function itemKey(items: Items, item: Json): string {
  const references = items.inJson ? ownReferences(items, item) : [];
  return references.length > 0 ? references.map(keyOf).join() : textOfValue(item);
}

/**
 * A list with what another one says of some records in place of its own: the items that refer to them, and in rows that are stored as JSON only
 * those of the lists in them. Each item follows the one that it follows there. Takes time in proportion to the lists.
 * @param contested the keys of the records
 */
export function withContested(list: Json[], other: Json[], items: Items, contested: ReadonlySet<string>): Json[] {
  const isContested = (item: Json) => ownReferences(items, item).some((each) => contested.has(keyOf(each)));
  const rowWith = (row: Json, from: Json | undefined): Json => {
    const lists = listsOf(items).map(([name, field]) => [
      name,
      withContested(itemsOf(row, name), itemsOf(from, name), field, contested),
    ]);
    return lists.length > 0 ? { ...(row as JsonObject), ...Object.fromEntries(lists) } : row;
  };
  const others = new Map(other.toReversed().map((item) => [itemKey(items, item), item]));
  const kept = list.flatMap((item) => {
    if (isContested(item)) return [];
    const key = itemKey(items, item);
    const row = rowWith(item, others.get(key));
    return isEmptied(items, row) && !isEmptied(items, item) ? [] : [{ key, row }];
  });
  const placed = new Set(kept.map(({ key }) => key));
  /** What to add after the item with a key, or in front of all. */
  const added = new Map<string | undefined, Json[]>();
  let anchor: string | undefined;
  const present = new Set(placed);
  for (const item of other) {
    const key = itemKey(items, item);
    if (placed.has(key)) anchor = key;
    if (present.has(key)) continue;
    const row = isContested(item) ? item : rowWith(emptied(items, item), item);
    if (!isContested(item) && (listsOf(items).length === 0 || isEmptied(items, row))) continue;
    present.add(key);
    entryOf(added, anchor, () => []).push(row);
  }
  const after = (key: string | undefined): Json[] => {
    const rows = added.get(key) ?? [];
    added.delete(key);
    return rows;
  };
  return [...after(undefined), ...kept.flatMap(({ key, row }) => [row, ...after(key)])];
}

/** The lists in rows that are stored as JSON. */
const listsOf = ({ inJson = {} }: Items): [string, Field][] =>
  Object.entries(inJson).filter(([, field]) => field.inJson);

const itemsOf = (row: Json | undefined, name: string): Json[] =>
  isObject(row) && Array.isArray(row[name]) ? (row[name] as Json[]) : [];

/** A row without the items of its lists. */
const emptied = (items: Items, row: Json): Json =>
  isObject(row) ? ({ ...row, ...Object.fromEntries(listsOf(items).map(([name]) => [name, []])) } as JsonObject) : row;

const isEmptied = (items: Items, row: Json): boolean =>
  listsOf(items).length > 0 && listsOf(items).every(([name]) => itemsOf(row, name).length === 0);

/** What an item refers to itself. */
const ownReferences = (items: Items, item: Json): Reference[] =>
  items.references?.([emptied(items, item)], '', {}) ?? [];
