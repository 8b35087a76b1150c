import { isEqual, type Json } from '../../../../../../common/json';

/**
 * Merges two changes of a list of identifiers, numbers or texts. Undefined if both sides moved items in different ways.
 * @param base as the last import left it
 * @param ours as the file wants it
 * @param theirs as people have left it
 */
export function mergeItems(base: Json[], ours: Json[], theirs: Json[]): Json[] | undefined {
  const [byUs, byThem] = [isMoved(base, ours), isMoved(base, theirs)];
  if (byUs && byThem && !isEqual(common(ours, theirs), common(theirs, ours))) return undefined;
  return byThem ? withChanges(theirs, base, ours) : withChanges(ours, base, theirs);
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
