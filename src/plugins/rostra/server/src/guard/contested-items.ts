import { isEqual, isObject, type Json, type JsonObject } from '../../../../../common/json';
import type { Field } from '../fields/field';
import type { Reference } from '../fields/parse-context';

/** What is known of the items of a list. */
type Items = Pick<Field, 'references' | 'inJson'>;

/** The key of a referenced record. */
export const keyOf = ({ kind, publicId }: Reference): string => `${kind} ${publicId}`;

/**
 * A list with what another one says of some records in place of its own: the items that refer to them, and in rows that are stored as JSON only
 * those of the lists in them. Each item follows the one that it follows there.
 * @param contested the keys of the records
 */
export function withContested(list: Json[], other: Json[], items: Items, contested: string[]): Json[] {
  const isContested = (item: Json) => ownReferences(items, item).some((each) => contested.includes(keyOf(each)));
  const rowWith = (row: Json, from: Json | undefined): Json => {
    const lists = listsOf(items).map(([name, field]) => [
      name,
      withContested(itemsOf(row, name), itemsOf(from, name), field, contested),
    ]);
    return lists.length > 0 ? { ...(row as JsonObject), ...Object.fromEntries(lists) } : row;
  };
  const result = list.flatMap((item) => {
    if (isContested(item)) return [];
    const row = rowWith(
      item,
      other.find((each) => isSame(items, each, item)),
    );
    return isEmptied(items, row) && !isEmptied(items, item) ? [] : [row];
  });
  const placeOf = (item: Json) => result.findIndex((each) => isSame(items, each, item));
  for (const [index, item] of other.entries()) {
    if (placeOf(item) >= 0) continue;
    const added = isContested(item) ? item : rowWith(emptied(items, item), item);
    if (!isContested(item) && (listsOf(items).length === 0 || isEmptied(items, added))) continue;
    const before = other.slice(0, index).findLast((each) => placeOf(each) >= 0);
    result.splice(before === undefined ? 0 : placeOf(before) + 1, 0, added);
  }
  return result;
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

/** Whether items are the same: rows that are stored as JSON are if they refer to the same. */
const isSame = (items: Items, a: Json, b: Json): boolean =>
  items.inJson ? isEqual(ownReferences(items, a).map(keyOf), ownReferences(items, b).map(keyOf)) : isEqual(a, b);
