import type { Json } from '../../../../../common/json';
import { DAY, dayOf, isDay } from '../../../../../common/time';
import { fieldsOf, type Language } from '../../../shared/panel';
import { componentPanelOf, nameOf, panelOf, titleOf } from '../../../shared/panels';
import type { Item } from './difference-of';
import { isEmpty } from './differences';
import { distinctTexts } from './distinct';
import { type Comparison, type FieldInfo, type FieldName, nameKey } from './history';
import { commonLabel } from './labels';

/** How to say things in a language. */
export interface Formats {
  language: Language;
  /** The text of history with this key. */
  t(key: string, values?: Record<string, string | number>): string;
  /** A day, in epoch ms at midnight UTC. */
  dayText(ms: number): string;
  /** A point in time, in epoch ms. */
  timeText(ms: number): string;
}

/** Returns functions that say in a language what fields and values are: in the panel and on pages made by commands alike. */
export function wordsOf({ language, t, dayText, timeText }: Formats) {
  /** The label of a field of a content type or component. */
  const fieldOf = (uid: string | undefined, { name, attributes }: FieldName): string => {
    const type = uid === undefined ? undefined : panelOf(uid);
    const fields = type ? fieldsOf(type) : uid === undefined ? undefined : componentPanelOf(uid)?.fields;
    return (
      commonLabel(
        attributes.flatMap((attribute) => {
          const [first = '', nested] = attribute.split('.');
          const label = nested === undefined ? fields?.[first] : fields?.[first]?.rows?.[nested];
          return label?.[language] ?? [];
        }),
      ) || name
    );
  };

  /** A referenced record. */
  const referenceOf = (uid: string | undefined, value: Json, names: Comparison['names']): string => {
    if (uid === undefined || typeof value !== 'number') return String(value);
    const { title: name, isDeleted, isNew } = names[nameKey(uid, value)] ?? {};
    const isNameless = name === undefined && value < 0;
    const title = isNameless
      ? nameOf(uid, language)
      : titleOf(uid, { number: value, ...(name !== undefined && { title: name }) }, language);
    return isDeleted || isNew ? t(isNew ? 'value.new' : 'value.deleted', { title }) : title;
  };

  /** A value that is neither a reference nor nested rows. */
  const textOf = (uid: string | undefined, { kind, attributes }: FieldInfo, value: Json | undefined): string => {
    if (isEmpty(value) || value === undefined) return t('value.none');
    if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no');
    if (kind === 'time' && (typeof value === 'number' || typeof value === 'string')) {
      const ms = new Date(value).getTime();
      return isDay(ms) ? dayText(dayOf(ms) * DAY) : timeText(ms);
    }
    if (Array.isArray(value)) return value.map((each) => plain(each)).join('、');
    const labels = uid === undefined ? undefined : panelOf(uid)?.fields[attributes[0] ?? '']?.values;
    return labels?.[String(value)]?.[language] ?? plain(value);
  };

  return {
    fieldOf,
    /** The label of a field of nested rows; of a reference without one, the content type. */
    nestedFieldOf: (uid: string | undefined, field: FieldInfo): string => {
      const label = fieldOf(uid, field);
      return label === field.name && typeof field.of === 'string' ? nameOf(field.of, language) : label;
    },
    referenceOf,
    textOf,
    /** Both sides of a change, or the items of a list: different ones never look alike. `uid` has the field. */
    itemTexts: (uid: string | undefined, field: FieldInfo, items: Item[], names: Comparison['names']): string[] =>
      distinctTexts(field, items, ({ value, uid: referenced }) =>
        field.kind === 'reference' && value !== null
          ? referenceOf(referenced, value, names)
          : textOf(uid, field, value),
      ),
  };
}

export type Words = ReturnType<typeof wordsOf>;

const plain = (value: Json): string =>
  value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value);
