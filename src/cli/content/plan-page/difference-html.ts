import type { Difference, Item, RowDifference } from '../../../plugins/newsroom/features/history/shared/difference-of';
import { foldTexts, type Part } from '../../../plugins/newsroom/features/history/shared/differences';
import type { Comparison, FieldInfo } from '../../../plugins/newsroom/features/history/shared/history';
import { itemsOf, uidOf } from '../../../plugins/newsroom/features/history/shared/values';
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

const MARKS: Record<Part<unknown>['state'], string> = { added: 'ins', removed: 'del', same: '', moved: '' };

const mark = (state: Part<unknown>['state'], text: string): string =>
  MARKS[state] ? element(MARKS[state], escaped(text)) : escaped(text);

/** What a change did to a field, as HTML. */
export function differenceHtml(difference: Difference, context: FieldContext): string {
  const { field, words } = context;
  const { t, texts } = words;
  switch (difference.kind) {
    case 'texts':
      return foldTexts(difference.parts)
        .map((part) => (part ? mark(part.state, part.value) : element('span', ' …… ', 'muted')))
        .join('');
    case 'values': {
      const { before, after } = difference;
      return [
        ...(before ? [mark('removed', itemText(before, context))] : []),
        ...(after ? [mark('added', itemText(after, context))] : []),
      ].join(' → ');
    }
    case 'list': {
      const { items, kept } = difference;
      if (items.length + kept === 0) return escaped(t('value.none'));
      const lines = items.map((item) =>
        element('li', `${element('small', t(`list.${item.state}`))} ${mark(item.state, itemText(item, context))}`),
      );
      return element('ul', lines.join('') + (kept > 0 ? element('li', escaped(texts.same(kept)), 'muted') : ''));
    }
    case 'rows': {
      const { rows, kept } = difference;
      const sections = rows.map((row) => rowHtml(row, { ...context, uid: field.labels }));
      return sections.join('') + (kept > 0 ? element('small', escaped(texts.sameRows(kept))) : '');
    }
  }
}

/** A value, as text. */
function itemText({ value, uid: referenced }: Item, { uid, field, names, words }: FieldContext): string {
  if (field.kind !== 'reference' || value === null) return words.textOf(uid, field, value);
  return words.referenceOf(referenced, value, names);
}

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

/** The value of a field of a record or row, as text. */
export function valueText(row: Record<string, Item['value']>, context: FieldContext): string {
  const { field, words } = context;
  const value = row[field.name] ?? null;
  if (field.kind !== 'reference' && !Array.isArray(value)) return words.textOf(context.uid, field, value);
  const items = itemsOf(value);
  const uid = uidOf(field, row);
  if (items.length === 0) return words.t('value.none');
  return items.map((each) => itemText({ value: each, ...(uid && { uid }) }, context)).join(words.t('comma'));
}
