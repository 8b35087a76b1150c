import { isObject } from '../../../../../common/json';

/** A chunk ends at this many items, or at about this many characters of text. */
const CHUNK = { items: 500, characters: 4_000_000 };

/**
 * Groups items into chunks of limited size. `contentOf` returns the part of an item whose size counts; a chunk also ends
 * where `isBoundary` holds between its first item and the next one.
 */
export async function* inChunks<T>(
  items: AsyncIterable<T>,
  { contentOf, isBoundary = () => false }: { contentOf(item: T): unknown; isBoundary?(first: T, next: T): boolean },
): AsyncIterable<T[]> {
  let chunk: T[] = [];
  let characters = 0;
  for await (const item of items) {
    const [first] = chunk;
    const isFull = chunk.length >= CHUNK.items || characters >= CHUNK.characters;
    if (first !== undefined && (isFull || isBoundary(first, item))) {
      yield chunk;
      chunk = [];
      characters = 0;
    }
    chunk.push(item);
    characters += sizeOf(contentOf(item));
  }
  if (chunk.length > 0) yield chunk;
}

/** The size that a value other than text counts for. */
const SCALAR_SIZE = 8;

/** About how many characters a value holds. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + sizeOf(each), SCALAR_SIZE);
  if (isObject(value)) return Object.values(value).reduce((sum: number, each) => sum + sizeOf(each), SCALAR_SIZE);
  return SCALAR_SIZE;
}
