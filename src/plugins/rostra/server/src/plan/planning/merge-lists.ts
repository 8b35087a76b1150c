import { isEqual, isObject, type Json } from '../../../../../../common/json';

/**
 * Merges two changes of a list of identifiers or texts: what either side added is in it, what either removed is not; if one of them moved
 * items, in its order. Undefined if both moved them, in different ways, or if the items are rows: whether two of these are the same cannot
 * be told.
 * @param base as it was before both
 */
export function mergeLists(base: Json | undefined, ours: Json, theirs: Json): Json[] | undefined {
  if (!isList(base) || !isList(ours) || !isList(theirs)) return undefined;
  const [byUs, byThem] = [isMoved(base, ours), isMoved(base, theirs)];
  if (byUs && byThem && !isEqual(common(ours, theirs), common(theirs, ours))) return undefined;
  return byThem ? withChanges(theirs, base, ours) : withChanges(ours, base, theirs);
}

const isList = (value: Json | undefined): value is Json[] => Array.isArray(value) && !value.some(isObject);

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
