import { LRUCache } from 'lru-cache';
import type { Versions } from './look-up';

/** What is found for a key, or nothing, as the tables stand at `versions`. */
export type Remembered<T> = (
  key: string,
  versions: Versions,
  make: () => Promise<T | undefined>,
) => Promise<T | undefined>;

/**
 * Remembers what is made of some tables, by its key, as long as nothing in them changes, in whatever process; what was
 * last asked for longest ago goes first. Who asks while it is made waits for it. What fails, or is nothing, is not
 * remembered.
 */
export function whileUnmoved<T>(tables: () => readonly string[], max: number): Remembered<T> {
  const known = new LRUCache<string, { made: Promise<T | undefined>; version: string }>({ max });
  return (key, versions, make) => {
    const version = versions.of(tables());
    const found = known.get(key);
    if (found?.version === version) return found.made;
    const entry = { made: make(), version };
    known.set(key, entry);
    const forget = () => {
      if (known.peek(key) === entry) known.delete(key);
    };
    entry.made.then((made) => made === undefined && forget(), forget);
    return entry.made;
  };
}
