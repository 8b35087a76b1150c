/** The entry of a map, made when there is none. */
export function entryOf<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** The same keys with other values. */
export const mapValues = <V, W>(of: Record<string, V>, change: (value: V, key: string) => W): Record<string, W> =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(value, key)]));

/** Items by a key, in their order. */
export function groupBy<T, K>(items: Iterable<T>, key: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) entryOf(groups, key(item), () => []).push(item);
  return groups;
}
