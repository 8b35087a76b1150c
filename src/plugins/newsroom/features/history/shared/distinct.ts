import { isEqual } from '../../../../../common/json';
import { msOf } from '../../../../../common/time';
import type { Item } from './difference-of';
import { excerptOf } from './excerpt';
import type { FieldInfo } from './history';

/** The texts of items; exact ones where different items would look alike, such as the midnights of two time zones. */
export function distinctTexts(field: FieldInfo, items: Item[], textOf: (item: Item) => string): string[] {
  const texts = items.map(textOf);
  const alike = lookAlikes(texts, items, isSame);
  return items.map((item, index) => {
    const [text, other] = [texts[index] as string, alike[index]];
    if (!other) return text;
    const exact = exactText(field, item, text);
    if (exact.length <= MAX_EXACT) return exact;
    const { same, before } = excerptOf(exact, exactText(field, other, text), MAX_EXCERPT);
    return `${same[0]}${before}${same[1]}`;
  });
}

/** For each item another one that differs from it, and has the same text; undefined if there is none. */
export function lookAlikes<T>(texts: string[], items: T[], areSame: (a: T, b: T) => boolean): (T | undefined)[] {
  const first = new Map<string, T>();
  const second = new Map<string, T>();
  for (const [index, item] of items.entries()) {
    const text = texts[index] as string;
    const other = first.get(text);
    if (other === undefined) first.set(text, item);
    else if (!second.has(text) && !areSame(other, item)) second.set(text, item);
  }
  return items.map((item, index) => {
    const [one, other] = [first, second].map((found) => found.get(texts[index] as string));
    return other === undefined ? undefined : one !== undefined && !areSame(one, item) ? one : other;
  });
}

const isSame = (a: Item, b: Item): boolean => a.uid === b.uid && isEqual(a.value, b.value);

/** The longest exact text, and the longest passage of a longer one that differs, in UTF-16 units. */
const MAX_EXACT = 400;
const MAX_EXCERPT = 200;

/** A value in full; of a record its kind and identifier as well as its name. */
function exactText({ kind }: FieldInfo, { value, uid }: Item, text: string): string {
  // A record that does not exist yet has no identifier to tell.
  if (uid !== undefined && typeof value === 'number')
    return value < 0 ? text : `${text} (${uid.slice(uid.lastIndexOf('.') + 1)} ${value})`;
  const ms = kind === 'time' ? (msOf(value) ?? Number.NaN) : Number.NaN;
  return Number.isNaN(ms) ? JSON.stringify(value) : new Date(ms).toISOString();
}
