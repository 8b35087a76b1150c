import { isEqual } from '../../../../../common/json';
import { msOf } from '../../../../../common/time';
import type { Item } from './difference-of';
import type { FieldInfo } from './history';

/** The texts of items; exact ones where different items would look alike, such as the midnights of two time zones. */
export function distinctTexts(field: FieldInfo, items: Item[], textOf: (item: Item) => string): string[] {
  const texts = items.map(textOf);
  const first = new Map<string, Item>();
  const shared = new Set<string>();
  for (const [index, item] of items.entries()) {
    const text = texts[index] as string;
    const other = first.get(text) ?? item;
    first.set(text, other);
    if (other.uid !== item.uid || !isEqual(other.value, item.value)) shared.add(text);
  }
  return items.map((item, index) => {
    const text = texts[index] as string;
    return shared.has(text) ? exactText(field, item, text) : text;
  });
}

/** A value in full; of a record its kind and identifier as well as its name. */
function exactText({ kind }: FieldInfo, { value, uid }: Item, text: string): string {
  // A record that does not exist yet has no identifier to tell.
  if (uid !== undefined && typeof value === 'number')
    return value < 0 ? text : `${text} (${uid.slice(uid.lastIndexOf('.') + 1)} ${value})`;
  const ms = kind === 'time' ? (msOf(value) ?? Number.NaN) : Number.NaN;
  return Number.isNaN(ms) ? JSON.stringify(value) : new Date(ms).toISOString();
}
