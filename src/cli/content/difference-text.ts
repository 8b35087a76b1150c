import type { Json } from '../../common/json';
import { dayText, isDay } from '../../common/time';
import type { Difference, Item, RowDifference } from '../../plugins/newsroom/features/history/shared/difference-of';
import { foldTexts, type Part } from '../../plugins/newsroom/features/history/shared/differences';
import { type Comparison, type FieldInfo, nameKey } from '../../plugins/newsroom/features/history/shared/history';
import { itemsOf, uidOf } from '../../plugins/newsroom/features/history/shared/values';
import { quantity } from '../command';
import { short } from './print-values';
import { visible } from './visible';

type Names = Comparison['names'];

/** How many items of a list, or nested rows, are named. */
const MAX_NAMED = 10;

/** The longest name, and the longest passage that was added to or removed from a text, in characters. */
const MAX_NAME = 40;
const MAX_PASSAGE = 200;

/**
 * Describes what a change did to a field, after its name: `: "1" → "2"`, `: + 15 林禾田; − 9 王一 (12 stay)`, `: 勞工[−退休金−]{+保險+}條例`; of nested
 * rows a line for each.
 */
export function differenceText(field: FieldInfo, difference: Difference, names: Names): string {
  switch (difference.kind) {
    case 'texts':
      return `: ${textsText(difference.parts)}`;
    case 'values': {
      const sides = [difference.before, difference.after].flatMap((item) => item ?? []);
      return `: ${sides.map((item) => itemText(field, item, names)).join(' → ')}`;
    }
    case 'list':
      return `: ${listText(field, difference, names)}`;
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
  if (kind === 'time' && (typeof value === 'number' || typeof value === 'string')) {
    const ms = new Date(value).getTime();
    if (isDay(ms)) return dayText(ms);
    if (!Number.isNaN(ms)) return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  }
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

function listText(field: FieldInfo, { items, kept }: Extract<Difference, { kind: 'list' }>, names: Names): string {
  const parts = SIGNS.flatMap(([state, sign]) => {
    const some = items.filter((each) => each.state === state);
    return some.length > 0 ? `${sign}${listed(some, (item) => itemText(field, item, names))}` : [];
  });
  return `${parts.join('; ') || 'the same'}${kept > 0 ? ` (${kept} stay)` : ''}`;
}

function listed<T>(items: T[], textOf: (item: T) => string): string {
  const more = items.length > MAX_NAMED ? ` … and ${items.length - MAX_NAMED} more` : '';
  return items.slice(0, MAX_NAMED).map(textOf).join(', ') + more;
}

/** Short texts whole, before and after; of long ones what differs, and a little around it. */
function textsText(parts: Part<string>[]): string {
  const side = (state: Part<string>['state']) =>
    parts.flatMap((part) => (part.state === state ? [] : part.value)).join('');
  const [before, after] = [side('added'), side('removed')].map((text) => JSON.stringify(text)) as [string, string];
  const isShort = [before, after].every((text) => text === short(JSON.parse(text) as string));
  if (isShort || !parts.some(({ state }) => state === 'same'))
    return `${short(JSON.parse(before) as string)} → ${short(JSON.parse(after) as string)}`;
  return foldTexts(parts)
    .map((part) => {
      if (!part) return ' … ';
      const text = visible(part.state === 'same' ? part.value : cut(part.value, MAX_PASSAGE));
      return part.state === 'removed' ? `[−${text}−]` : part.state === 'added' ? `{+${text}+}` : text;
    })
    .join('')
    .trim();
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
