import { isEqual, type Json } from '../../../../../../common/json';

/**
 * A field's value with what a change took out of it put back: `before` and `after` are its values around the change, `isBack`
 * tells which items exist again. Items of a list return to their former places among those that are still there. Undefined if
 * the value has changed since in a way that leaves no place.
 */
export function putBack(today: Json, before: Json, after: Json, isBack: (item: Json) => boolean): Json | undefined {
  if (!Array.isArray(before) || !Array.isArray(after) || !Array.isArray(today))
    return isEqual(today, after) ? before : isEqual(today, before) ? today : undefined;
  if (isEqual(today, after) && before.every(inOrder(after, (item) => isBack(item) || has(after, item)))) return before;
  return before.length === after.length
    ? refillItems(today, before, after, isBack)
    : insertItems(today, before, after, isBack);
}

/** What a change took out of a field: of a list the items that it has no longer, otherwise all of the former value. */
export function takenOut(before: Json, after: Json): Json {
  if (!Array.isArray(before) || !Array.isArray(after)) return before;
  const isKept = inOrder(after, (item) => has(after, item));
  return before.filter((item) => !isKept(item));
}

/** Tells of one item after another whether it is the next one of a list, or else what `others` says of it: lists are mostly the same. */
function inOrder(list: Json[], others: (item: Json) => boolean): (item: Json) => boolean {
  let next = 0;
  return (item) => {
    if (next >= list.length || !isEqual(item, list[next] ?? null)) return others(item);
    next += 1;
    return true;
  };
}

/** Items whose reference was cleared get it again. */
function refillItems(
  today: Json[],
  before: Json[],
  after: Json[],
  isBack: (item: Json) => boolean,
): Json[] | undefined {
  const result = [...today];
  for (const [index, item] of before.entries()) {
    const cleared = after[index] ?? null;
    if (isEqual(item, cleared) || isEqual(result[index] ?? null, item) || !isBack(item)) continue;
    const place = isEqual(result[index], cleared) ? index : result.findIndex((each) => isEqual(each, cleared));
    if (place < 0) return undefined;
    result[place] = item;
  }
  return result;
}

/** Items that were removed follow the nearest item that preceded them, as far as it is still there. */
function insertItems(today: Json[], before: Json[], after: Json[], isBack: (item: Json) => boolean): Json[] {
  const result = [...today];
  for (const [index, item] of before.entries()) {
    if (has(after, item) || has(result, item) || !isBack(item)) continue;
    const place = before
      .slice(0, index)
      .reduceRight<number>((found, each) => (found >= 0 ? found : result.findIndex((one) => isEqual(one, each))), -1);
    result.splice(place + 1, 0, item);
  }
  return result;
}

const has = (list: Json[], item: Json): boolean => list.some((each) => isEqual(each, item));
