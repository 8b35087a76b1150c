import { entryOf } from '../plugins/rostra/server/src/maps';

/** Items by a key, in their order. */
export function grouped<T, K>(items: Iterable<T>, key: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) entryOf(groups, key(item), () => []).push(item);
  return groups;
}
