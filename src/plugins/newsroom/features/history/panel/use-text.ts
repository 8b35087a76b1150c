import { useIntl } from 'react-intl';
import type { Json } from '../../../../../common/json';
import { DAY, dayOf, isDay } from '../../../../../common/time';
import { languageOf } from '../../../panel/language';
import { fieldsOf } from '../../../shared/panel';
import { componentPanelOf, nameOf, panelOf, titleOf } from '../../../shared/panels';
import { type Actor, type Comparison, type FieldInfo, type FieldName, nameKey } from '../shared/history';
import { isEmpty } from './differences';
import { commonLabel } from './labels';

type Values = Record<string, string | number>;

/** The texts and formats of history in the editor's language. */
export function useText() {
  const { formatMessage, locale, formatDate, formatNumber } = useIntl();
  const language = languageOf(locale);
  const t = (key: string, values?: Values): string => formatMessage({ id: `newsroom.history.${key}` }, values);

  /** The label of a field of a content type or component. */
  const fieldOf = (uid: string | undefined, { name, attributes }: FieldName): string => {
    const type = uid === undefined ? undefined : panelOf(uid);
    const fields = type ? fieldsOf(type) : uid === undefined ? undefined : componentPanelOf(uid)?.fields;
    return commonLabel(attributes.flatMap((attribute) => fields?.[attribute]?.[language] ?? [])) || name;
  };

  return {
    t,
    language,
    formatNumber,
    fieldOf,
    listOf: (parts: string[]): string => parts.join(t('comma')),
    /** The label of a field of nested rows; of a reference without one, the content type. */
    nestedFieldOf: (uid: string | undefined, field: FieldInfo): string => {
      const label = fieldOf(uid, field);
      return label === field.name && typeof field.of === 'string' ? nameOf(field.of, language) : label;
    },
    /** Who made a change. */
    actorOf: ({ kind, id, name }: Actor): string =>
      name || (kind === 'token' ? t('actor.token', { id: id ?? 0 }) : t('actor.unknown')),
    whenOf: (ms: number): string => formatDate(ms, { dateStyle: 'medium', timeStyle: 'short' }),
    /** A referenced record. */
    referenceOf: (uid: string | undefined, value: Json, names: Comparison['names']): string => {
      if (uid === undefined || typeof value !== 'number') return String(value);
      const name = names[nameKey(uid, value)];
      const title = titleOf(uid, { number: value, ...(name?.title !== undefined && { title: name.title }) }, language);
      return name?.isDeleted ? t('value.deleted', { title }) : title;
    },
    /** A value that is neither a reference nor nested rows. */
    textOf: (uid: string | undefined, { kind, attributes }: FieldInfo, value: Json | undefined): string => {
      if (isEmpty(value) || value === undefined) return t('value.none');
      if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no');
      if (kind === 'time' && (typeof value === 'number' || typeof value === 'string')) {
        const ms = new Date(value).getTime();
        if (isDay(ms)) return formatDate(dayOf(ms) * DAY, { dateStyle: 'medium', timeZone: 'UTC' });
        return formatDate(ms, { dateStyle: 'medium', timeStyle: 'short' });
      }
      if (Array.isArray(value)) return value.map((each) => plain(each)).join('、');
      const labels = uid === undefined ? undefined : panelOf(uid)?.fields[attributes[0] ?? '']?.values;
      return labels?.[String(value)]?.[language] ?? plain(value);
    },
  };
}

const plain = (value: Json): string =>
  value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value);
