import { LRUCache } from 'lru-cache';
import type { Answer } from '../../resource/endpoint';

/** An entry of the answer cache: a finished answer, and the versions of its tables; `version` is their hash in its tag. */
interface CachedAnswer {
  versions: string;
  version: string;
  answer: Answer & { body: Buffer };
}

const MEGABYTE = 1_048_576;
/** The largest share of the cache that one answer may take. */
const MAX_SHARE = 1 / 8;
/** About the bytes that an entry takes: its key, the text with its compressed forms, and overhead. */
const sizeOf = ({ versions, answer }: CachedAnswer, key: string): number =>
  (key.length + versions.length) * 2 + Math.ceil(answer.body.length * 1.3) + 500;

let cache: LRUCache<string, CachedAnswer> | undefined;
let maxBytes = 0;

/** Opens the cache of finished answers, with its size in megabytes; 0 turns it off. */
export function openCache(megabytes: number): void {
  const maxSize = megabytes * MEGABYTE;
  cache = megabytes > 0 ? new LRUCache({ maxSize, sizeCalculation: sizeOf }) : undefined;
  maxBytes = maxSize * MAX_SHARE;
}

/** The cached answer under a key, if it was read from these versions. */
export function cachedAnswer(key: string, versions: string): CachedAnswer | undefined {
  const entry = cache?.get(key);
  return entry?.versions === versions ? entry : undefined;
}

/** Caches a finished answer if it is small enough. */
export function cacheAnswer(key: string, { versions, version, answer }: CachedAnswer): void {
  if (isCacheable(answer.body.length)) cache?.set(key, { versions, version, answer });
}

/** Whether an answer of so many bytes may be cached. */
export const isCacheable = (bytes: number): boolean => cache !== undefined && bytes <= maxBytes;

/** How many answers are cached, the bytes they take, and the size of the cache in bytes. */
export const cacheUsage = (): { answers: number; bytes: number; limit: number } => ({
  answers: cache?.size ?? 0,
  bytes: cache?.calculatedSize ?? 0,
  limit: cache?.maxSize ?? 0,
});
