import { isObject } from '../../../../../common/json';

/** How many items go together, and about how much text. */
const AT_ONCE = { items: 500, characters: 4_000_000 };

/** Items some at a time; none together that belong `apart`. `text` is what of an item takes memory. */
export async function* together<T>(
  items: AsyncIterable<T>,
  { text, apart = () => false }: { text(item: T): unknown; apart?(first: T, next: T): boolean },
): AsyncIterable<T[]> {
  let some: T[] = [];
  let characters = 0;
  for await (const item of items) {
    const [first] = some;
    const isFull = some.length >= AT_ONCE.items || characters >= AT_ONCE.characters;
    if (first !== undefined && (isFull || apart(first, item))) {
      yield some;
      some = [];
      characters = 0;
    }
    some.push(item);
    characters += sizeOf(text(item));
  }
  if (some.length > 0) yield some;
}

/** What a value that is no text counts for. */
const PLAIN = 8;

/** About how many characters a value holds. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + sizeOf(each), PLAIN);
  if (isObject(value)) return Object.values(value).reduce((sum: number, each) => sum + sizeOf(each), PLAIN);
  return PLAIN;
}
