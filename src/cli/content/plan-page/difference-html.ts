import type { JsonObject } from '../../../common/json';
import type { Difference, Item, RowDifference } from '../../../plugins/newsroom/features/history/shared/difference-of';
import { foldTexts, isEmpty, type Part } from '../../../plugins/newsroom/features/history/shared/differences';
import type { Comparison, FieldInfo } from '../../../plugins/newsroom/features/history/shared/history';
import { itemsOf, rowsOf, uidOf } from '../../../plugins/newsroom/features/history/shared/values';
import { element, escaped } from './markup';
import type { PageWords } from './words';

/** What it takes to show the values of a field. */
export interface FieldContext {
  /** The content type or component of the field. */
  uid: string | undefined;
  field: FieldInfo;
  names: Comparison['names'];
  words: PageWords;
}

/** How many rows are shown of a value that did not change. */
const MAX_ROWS = 20;

const MARKS: Record<Part<unknown>['state'], string> = { added: 'ins', removed: 'del', same: '', moved: '' };

const mark = (state: Part<unknown>['state'], text: string): string =>
  MARKS[state] ? element(MARKS[state], escaped(text)) : escaped(text);

/** What a change did to a field, as HTML. */
export function differenceHtml(difference: Difference, context: FieldContext): string {
  const { field, words } = context;
  const { t } = words;
  switch (difference.kind) {
    case 'texts':
      return foldTexts(difference.parts)
        .map((part) => (part ? mark(part.state, part.value) : element('span', ' …… ', 'muted')))
        .join('');
    case 'values': {
      const { before, after } = difference;
      const texts = itemTexts(
        [before, after].flatMap((item) => item ?? []),
        context,
      );
      return texts.map((text, index) => mark(before && index === 0 ? 'removed' : 'added', text)).join(' → ');
    }
    case 'list': {
      const { items, kept } = difference;
      if (items.length + kept === 0) return escaped(t('value.none'));
      const texts = itemTexts(items, context);
      const lines = items.map(({ state }, index) =>
        element('li', `${element('small', t(`list.${state}`))} ${mark(state, texts[index] ?? '')}`),
      );
      return element('ul', lines.join('') + (kept > 0 ? element('li', escaped(words.texts.same(kept)), 'muted') : ''));
    }
    case 'rows': {
      const { rows, kept } = difference;
      const sections = rows.map((row) => rowHtml(row, { ...context, uid: field.labels }));
      return sections.join('') + (kept > 0 ? element('small', escaped(words.texts.sameRows(kept))) : '');
    }
    case 'keys': {
      const { keys, kept } = difference;
      const lines = keys.map(
        ({ field: key, difference: inner }) =>
          element('dt', escaped(key.name)) + element('dd', differenceHtml(inner, { ...context, field: key })),
      );
      return element('dl', lines.join('')) + (kept > 0 ? element('small', escaped(words.texts.same(kept))) : '');
    }
  }
}

const itemTexts = (items: Item[], { uid, field, names, words }: FieldContext): string[] =>
  words.itemTexts(uid, field, items, names);

function rowHtml({ state, isMoved, row, same, fields }: RowDifference, context: FieldContext): string {
  const { uid, words } = context;
  const { t } = words;
  const known = same.filter(({ nested }) => !nested).map((field) => valueText(row, { ...context, field }));
  const head = `${t(`row.${state}`)}${isMoved && state === 'changed' ? t('row.andMoved') : ''}`;
  const list = fields.map(
    ({ field, difference }) =>
      element('dt', escaped(words.nestedFieldOf(uid, field))) +
      element('dd', differenceHtml(difference, { ...context, field })),
  );
  return element(
    'section',
    `<strong>${escaped(head)}</strong> ${element('small', escaped(known.join(' · ')))}${list.length > 0 ? element('dl', list.join('')) : ''}`,
    'row',
  );
}

/** The value of a field of a record that is compared with nothing, as HTML. */
export function valueHtml(record: JsonObject, context: FieldContext): string {
  const { field, words } = context;
  const { nested = [], labels } = field;
  const rows = field.nested ? rowsOf(record[field.name]) : [];
  if (rows.length === 0) return escaped(valueText(record, context));
  const inner = { ...context, uid: labels };
  const sections = rows.slice(0, MAX_ROWS).map((row) => {
    const lines = nested
      .filter(({ name }) => !isEmpty(row[name]))
      .map(
        (each) =>
          element('dt', escaped(words.nestedFieldOf(labels, each))) +
          element('dd', valueHtml(row, { ...inner, field: each })),
      );
    return element('section', element('dl', lines.join('')), 'row');
  });
  const more = rows.length > MAX_ROWS ? element('small', escaped(words.texts.more(rows.length - MAX_ROWS))) : '';
  return sections.join('') + more;
}

/** The value of a field of a record or row, as text. */
function valueText(row: JsonObject, context: FieldContext): string {
  const { field, words, names, uid } = context;
  const value = row[field.name] ?? null;
  if (field.kind !== 'reference' && !Array.isArray(value)) return words.textOf(uid, field, value);
  const items = itemsOf(value);
  if (items.length === 0) return words.t('value.none');
  const referenced = uidOf(field, row);
  return items
    .map((each) =>
      field.kind === 'reference' ? words.referenceOf(referenced, each, names) : words.textOf(uid, field, each),
    )
    .join(words.t('comma'));
}
