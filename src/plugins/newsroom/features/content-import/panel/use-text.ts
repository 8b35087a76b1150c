import { useIntl } from 'react-intl';
import { languageOf } from '../../../panel/language';
import { fieldsOf } from '../../../shared/panel';
import { panelOf, pluralOf } from '../../../shared/panels';
import type { Counts, ImportableResource } from '../shared/content-import';

type Values = Record<string, string | number>;

/** The page's texts and formats in the editor's language. */
export function useText() {
  const { formatMessage, messages, locale, formatDate, formatNumber } = useIntl();
  const language = languageOf(locale);
  const t = (key: string, values?: Values): string => formatMessage({ id: `newsroom.content-import.${key}` }, values);
  const nameOf = (resources: ImportableResource[], name: string): string => {
    const uid = resources.find((each) => each.name === name)?.uid;
    return uid ? pluralOf(uid, language) : name;
  };
  return {
    t,
    language,
    formatDate,
    formatNumber,
    /** The text, or undefined if there is none for the key. */
    optionalText: (key: string, values?: Values): string | undefined =>
      `newsroom.content-import.${key}` in messages ? t(key, values) : undefined,
    /** The label of a resource. */
    nameOf,
    /** What was done, or will be, to how many records: a text for each resource, in the words of these keys. */
    countsOf: (resources: ImportableResource[], counts: Record<string, Counts>, key: string): string[] =>
      Object.entries(counts).map(([name, count]) => {
        const parts = (['created', 'changed', 'removed'] as const)
          .filter((each) => count[each] > 0)
          .map((each) => t(`${key}.${each}`, { count: formatNumber(count[each]) }));
        return `${nameOf(resources, name)} ${parts.join(t('change.comma'))}`;
      }),
    /** The label of a field. */
    fieldOf: (resource: ImportableResource | undefined, name: string): string => {
      const attribute = resource?.fields.find((field) => field.name === name)?.attribute;
      const panel = resource && panelOf(resource.uid);
      return (panel && attribute && fieldsOf(panel)[attribute]?.[language]) || name;
    },
    whenOf: (iso: string): string => formatDate(iso, { dateStyle: 'medium', timeStyle: 'short' }),
    sizeOf: (bytes: number): string =>
      bytes < 1e6
        ? `${formatNumber(Math.max(1, Math.round(bytes / 1e3)))} kB`
        : `${formatNumber(bytes / 1e6, { maximumFractionDigits: 1 })} MB`,
  };
}

export type Text = ReturnType<typeof useText>;
