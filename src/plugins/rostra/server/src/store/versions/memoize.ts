import { LRUCache } from 'lru-cache';
import type { Versions } from './look-up';

/** Returns the cached result for a key at these versions, or makes it. */
export type Memoized<T> = (
  key: string,
  versions: Versions,
  make: () => Promise<T | undefined>,
) => Promise<T | undefined>;

/**
 * Caches results by key until any process changes one of the tables that they depend on. Concurrent calls share one run. Evicts
 * the least recently used of more than `max` results. Does not cache failures and `undefined`.
 */
export function memoizeByVersion<T>(tables: () => readonly string[], max: number): Memoized<T> {
  const cache = new LRUCache<string, { result: Promise<T | undefined>; version: string }>({ max });
  return (key, versions, make) => {
    const version = versions.forTables(tables());
    const cached = cache.get(key);
    if (cached?.version === version) return cached.result;
    const entry = { result: make(), version };
    cache.set(key, entry);
    const forget = () => {
      if (cache.peek(key) === entry) cache.delete(key);
    };
    entry.result.then((result) => result === undefined && forget(), forget);
    return entry.result;
  };
}
