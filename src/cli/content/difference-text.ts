import type { Json } from '../../common/json';
import { dayText, isDay, msOf } from '../../common/time';
import type { Difference, Item, RowDifference } from '../../plugins/newsroom/features/history/shared/difference-of';
import { foldTexts, type Part } from '../../plugins/newsroom/features/history/shared/differences';
import { distinctTexts } from '../../plugins/newsroom/features/history/shared/distinct';
import { excerptOf } from '../../plugins/newsroom/features/history/shared/excerpt';
import { type Comparison, type FieldInfo, nameKey } from '../../plugins/newsroom/features/history/shared/history';
import { cutPassages } from '../../plugins/newsroom/features/history/shared/shortened-difference';
import { itemsOf, uidOf } from '../../plugins/newsroom/features/history/shared/values';
import { quantity } from '../command';
import { short } from './print-values';
import { visible } from './visible';
import { timeText } from './who-when';

type Names = Comparison['names'];

/** How many items of a list, or nested rows, are named. */
const MAX_NAMED = 10;

/** The longest name, and the longest passage that was added to or removed from a text, in characters. */
const MAX_NAME = 40;
const MAX_PASSAGE = 200;

/**
 * Describes what a change did to a field, after its name: `: "1" → "2"`, `: + 15 林禾田; − 9 王一 (12 stay)`, `: 勞工[−退休金−]{+保險+}條例`,
 * `: size: 1 → 2 (4 stay)`; of nested rows a line for each.
 */
export function differenceText(field: FieldInfo, difference: Difference, names: Names): string {
  switch (difference.kind) {
    case 'texts':
      return `: ${textsText(difference.parts)}`;
    case 'values':
      return `: ${valuesText(field, difference, names)}`;
    case 'list':
      return `: ${listText(field, difference, names)}`;
    case 'keys':
      return `: ${keysText(difference, names)}`;
    case 'rows': {
      const { rows, kept } = difference;
      const lines = rows.slice(0, MAX_NAMED).map((row) => `    ${rowText(row, names)}`);
      const more = rows.length > MAX_NAMED ? [`    … and ${rows.length - MAX_NAMED} more`] : [];
      return [`:${kept > 0 ? ` (${kept} stay)` : ''}`, ...lines, ...more].join('\n');
    }
  }
}

/** The value of a field: a day, the names of references, and what else it says as JSON, shortened. */
export function valueText(field: FieldInfo, row: Record<string, Json>, names: Names): string {
  const value = row[field.name] ?? null;
  if (field.nested) return Array.isArray(value) ? quantity(value.length, 'row') : short(value);
  const uid = field.kind === 'reference' ? uidOf(field, row) : undefined;
  const items = itemsOf(value).map((each) => ({ value: each, ...(uid && { uid }) }));
  if (!Array.isArray(value)) return itemText(field, items[0] ?? { value: null }, names);
  return items.length === 0 ? '[]' : listed(items, (item) => itemText(field, item, names));
}

function itemText({ kind }: FieldInfo, { value, uid }: Item, names: Names): string {
  if (uid !== undefined && typeof value === 'number') return referenceText(uid, value, names);
  const ms = kind === 'time' ? msOf(value) : null;
  if (ms !== null && !Number.isNaN(ms)) return isDay(ms) ? dayText(ms) : `${timeText(ms)} UTC`;
  return short(value);
}

/** `12 勞動基準法`, `(new) 勞動基準法`. */
function referenceText(uid: string, number: number, names: Names): string {
  const { title, isDeleted, isNew } = names[nameKey(uid, number)] ?? {};
  const id = number < 0 ? '(new)' : `${number}`;
  const state = isDeleted ? ' (deleted)' : isNew && number >= 0 ? ' (new)' : '';
  return `${id}${title === undefined || title === id ? '' : ` ${nameText(title)}`}${state}`;
}

/** The title of a record, shortened. */
export const nameText = (title: string): string => cut(title, MAX_NAME);

const SIGNS: [Part<Json>['state'], string][] = [
  ['added', '+ '],
  ['removed', '− '],
  ['moved', 'moved: '],
];

/** Both sides of a change: `null → true`; of long values that begin alike, the passage that differs. */
function valuesText(
  field: FieldInfo,
  { before, after }: Extract<Difference, { kind: 'values' }>,
  names: Names,
): string {
  const sides = [before, after].flatMap((item) => item ?? []);
  const [old, current] = sides.map((item) => itemText(field, item, names));
  const isCut = old === current && old?.endsWith('…');
  if (before && after && isCut) return passageText(JSON.stringify(before.value), JSON.stringify(after.value));
  return itemTexts(field, sides, names).join(' → ');
}

/** Texts of items; different ones do not look alike. */
const itemTexts = (field: FieldInfo, items: Item[], names: Names): string[] =>
  distinctTexts(field, items, (item) => itemText(field, item, names)).map(visible);

/** `items[2].name: "一" → "二"; + size 3; − color "red" (4 stay)`. */
function keysText({ keys, kept }: Extract<Difference, { kind: 'keys' }>, names: Names): string {
  const parts = keys.slice(0, MAX_NAMED).map(({ field, difference }) => {
    const name = visible(field.name);
    const text = differenceText(field, difference, names);
    if (difference.kind !== 'values' || (difference.before && difference.after)) return `${name}${text}`;
    return `${difference.after ? '+' : '−'} ${name} ${text.slice(2)}`;
  });
  const more = keys.length > MAX_NAMED ? ` … and ${keys.length - MAX_NAMED} more` : '';
  return `${parts.join('; ')}${more}${kept > 0 ? ` (${kept} stay)` : ''}`;
}

function listText(field: FieldInfo, { items, kept }: Extract<Difference, { kind: 'list' }>, names: Names): string {
  const all = itemTexts(field, items, names);
  const texts = new Map(items.map((item, index) => [item, all[index]]));
  const parts = SIGNS.flatMap(([state, sign]) => {
    const some = items.filter((each) => each.state === state);
    return some.length > 0 ? `${sign}${listed(some, (item) => texts.get(item) ?? '')}` : [];
  });
  return `${parts.join('; ') || 'the same'}${kept > 0 ? ` (${kept} stay)` : ''}`;
}

function listed<T>(items: T[], textOf: (item: T) => string): string {
  const more = items.length > MAX_NAMED ? ` … and ${items.length - MAX_NAMED} more` : '';
  return items.slice(0, MAX_NAMED).map(textOf).join(', ') + more;
}

/** Short texts whole, before and after; of long ones what differs, and a little around it. */
function textsText(parts: Part<string>[]): string {
  const side = (other: Part<string>['state']) =>
    parts.flatMap((part) => (part.state === other ? [] : part.value)).join('');
  const [before, after] = [side('added'), side('removed')];
  const [old, current] = [short(before), short(after)];
  const isWhole = [before, after].every((text) => visible(JSON.stringify(text)) === short(text));
  if (isWhole || !parts.some(({ state }) => state === 'same'))
    return old === current ? passageText(before, after) : `${old} → ${current}`;
  return cutPassages(foldedParts(parts), MAX_PASSAGE).map(markText).join('').trim();
}

const foldedParts = (parts: Part<string>[]): Part<string>[] =>
  foldTexts(parts).map((part) => part ?? { value: ' … ', state: 'same' });

/** Where two texts differ, and a little around it. */
function passageText(before: string, after: string): string {
  const { same, before: removed, after: added } = excerptOf(before, after, MAX_PASSAGE);
  const marked = [
    removed && markText({ value: removed, state: 'removed' }),
    added && markText({ value: added, state: 'added' }),
  ];
  return [visible(same[0]), ...marked, visible(same[1])].join('');
}

function markText({ value, state }: Part<string>): string {
  const text = visible(value);
  return state === 'removed' ? `[−${text}−]` : state === 'added' ? `{+${text}+}` : text;
}

/** `+ date 2016-02-01, legislative_step_id 3 一讀`; of a changed row what changed, and what it is known by. */
function rowText({ state, isMoved, row, same, fields }: RowDifference, names: Names): string {
  const isPair = state === 'changed' || state === 'moved';
  const known = same.map((field) => `${field.name} ${valueText(field, row, names)}`).join(', ');
  const changed = fields
    .map(({ field, difference }) =>
      isPair || field.nested
        ? field.name + differenceText(field, difference, names).replaceAll('\n', '\n    ')
        : `${field.name} ${valueText(field, row, names)}`,
    )
    .join(isPair ? '; ' : ', ');
  if (state === 'added') return `+ ${changed}`;
  if (state === 'removed') return `− ${changed}`;
  return state === 'moved' ? `moved: ${known}` : `~ ${changed}${known ? ` (${known})` : ''}${isMoved ? ', moved' : ''}`;
}

function cut(text: string, length: number): string {
  const characters = Array.from(text.slice(0, 2 * length + 2));
  const isLong = characters.length > length;
  return visible(isLong ? `${characters.slice(0, length).join('')}…` : text);
}
