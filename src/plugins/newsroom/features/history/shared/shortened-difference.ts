import { isEqual, isObject, type Json, type JsonObject } from '../../../../../common/json';
import type { Difference, FieldDifference, Item, RowDifference } from './difference-of';
import { foldTexts, type Part } from './differences';
import { lookAlikes } from './distinct';
import { excerptOf, truncate } from './excerpt';

/** The longest passage, value and text, in UTF-16 units, and the most items, of a difference that is shortened. */
const MAX_PASSAGE = 2_000;
const MAX_VALUE = 1_000;
const MAX_TEXT = 20_000;
const MAX_ITEMS = 200;

/** Shortens what a change did to a field so that a page of many changes can hold it. What differs stays visibly different. */
export function shortenedDifference(difference: Difference): Difference {
  switch (difference.kind) {
    case 'texts': {
      const folded = foldTexts(difference.parts).map((part): Part<string> => part ?? { value: ' …… ', state: 'same' });
      return { kind: 'texts', parts: beginningOf(cutPassages(folded, MAX_PASSAGE)) };
    }
    case 'values':
      return shortenedValues(difference);
    case 'list': {
      const { items, ...rest } = difference;
      return { ...rest, items: cutItems(items.slice(0, MAX_ITEMS)), ...moreThan(items) };
    }
    case 'rows': {
      const { rows, ...rest } = difference;
      return { ...rest, rows: rows.slice(0, MAX_ITEMS).map(shortenedRow), ...moreThan(rows) };
    }
    case 'keys': {
      const { keys, ...rest } = difference;
      return { ...rest, keys: keys.slice(0, MAX_ITEMS).map(shortenedField), ...moreThan(keys) };
    }
  }
}

/** Shortens passages that were removed and added to `max` UTF-16 units each; where one replaces another, to where they differ. */
export const cutPassages = (parts: Part<string>[], max: number): Part<string>[] =>
  parts.flatMap((part, index): Part<string>[] => {
    const [former, next] = [parts[index - 1], parts[index + 1]];
    const { value, state } = part;
    if (state === 'same') return [part];
    const isLong = (other: Part<string>) => value.length > max || other.value.length > max;
    if (state === 'added' && former?.state === 'removed' && isLong(former)) return [];
    if (state !== 'removed' || next?.state !== 'added' || !isLong(next))
      return [{ value: truncate(value, max), state }];
    const { same, before, after } = excerptOf(value, next.value, max);
    const pieces: Part<string>[] = [
      { value: same[0], state: 'same' },
      { value: before, state: 'removed' },
      { value: after, state: 'added' },
      { value: same[1], state: 'same' },
    ];
    return pieces.filter((piece) => piece.value !== '');
  });

function beginningOf(parts: Part<string>[]): Part<string>[] {
  let length = 0;
  const end = parts.findIndex(({ value }) => {
    length += value.length;
    return length > MAX_TEXT;
  });
  return end < 0 ? parts : [...parts.slice(0, end + 1), { value: ' ……', state: 'same' }];
}

function shortenedValues({ before, after }: Extract<Difference, { kind: 'values' }>): Difference {
  const sides = [before, after].map((item) => item && { ...item, value: cutValue(item.value) });
  const [old, current] = sides;
  if (before && after && old?.value === current?.value) {
    const { same, ...rest } = excerptOf(textOf(before.value), textOf(after.value), MAX_VALUE);
    const side = (item: Item, text: string): Item => ({ ...item, value: `${same[0]}${text}${same[1]}` });
    return { kind: 'values', before: side(before, rest.before), after: side(after, rest.after) };
  }
  return { kind: 'values', ...(old && { before: old }), ...(current && { after: current }) };
}

/** Cuts the values of items; those that would look alike, to where they differ. */
function cutItems<T extends Item>(items: T[]): T[] {
  const cuts = items.map(({ value }) => cutValue(value));
  const texts = cuts.map((cut, index) => (cut === items[index]?.value ? `${index}` : `…${textOf(cut)}`));
  const alike = lookAlikes(texts, items, (a, b) => isEqual(a.value, b.value));
  return items.map((item, index) => {
    const other = alike[index];
    if (!other) return { ...item, value: cuts[index] ?? null };
    const { same, before } = excerptOf(textOf(item.value), textOf(other.value), MAX_VALUE);
    return { ...item, value: `${same[0]}${before}${same[1]}` };
  });
}

const shortenedField = ({ field, difference }: FieldDifference): FieldDifference => ({
  field,
  difference: shortenedDifference(difference),
});

function shortenedRow({ row, fields, ...rest }: RowDifference): RowDifference {
  const values = Object.entries(row).map(([name, value]) => [name, cutValue(value)] as const);
  return { ...rest, row: Object.fromEntries(values) as JsonObject, fields: fields.map(shortenedField) };
}

const moreThan = (all: unknown[]): { more?: number } =>
  all.length > MAX_ITEMS ? { more: all.length - MAX_ITEMS } : {};

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

const cutValue = (value: Json): Json => {
  if (typeof value !== 'string' && !Array.isArray(value) && !isObject(value)) return value;
  const text = textOf(value);
  return text.length > MAX_VALUE ? truncate(text, MAX_VALUE) : value;
};
