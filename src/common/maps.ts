/** The entry of a map; adds one if there is none. */
export function entryOf<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const entry = make();
  map.set(key, entry);
  return entry;
}

/** Maps the values of an object; the keys stay the same. */
export const mapValues = <V, W>(object: Record<string, V>, change: (value: V, key: string) => W): Record<string, W> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));

/** Groups items by a key; groups and items keep their order. */
export function groupBy<T, K>(items: Iterable<T>, key: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) entryOf(groups, key(item), () => []).push(item);
  return groups;
}

/** Splits a list into slices of at most this many items, for statements that take a limited number. */
export function* slicesOf<T>(items: T[], size: number): Iterable<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** The properties of an object that are not undefined. */
export const definedIn = <T extends object>(object: { [K in keyof T]: T[K] | undefined }): Partial<T> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Partial<T>;
