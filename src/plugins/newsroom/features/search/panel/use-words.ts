import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { DAY, dayOf } from '../../../../../common/time';
import { languageOf } from '../../../panel/language';
import { fieldsOf } from '../../../shared/panel';
import { panelOf } from '../../../shared/panels';
import type { DescribedRecord, Detail } from '../shared/found';
import type { Words } from './choices';
import { rangesOf } from './ranges';

/** The most values of one field that tell a record from its namesakes. */
const MAX_VALUES = 3;

/** The words of the search box in the editor's language. */
export function useWords(): Words {
  const { formatMessage, formatDate, locale } = useIntl();
  return useMemo(() => {
    const language = languageOf(locale);
    const t = (key: string, values?: Record<string, string | number>) =>
      formatMessage({ id: `newsroom.search.${key}` }, values);
    const wordOf = (uid: string, { field, kind }: Detail, value: string | number): string => {
      if (kind === 'day') return formatDate(dayOf(Number(value)) * DAY, { dateStyle: 'medium', timeZone: 'UTC' });
      const panel = panelOf(uid);
      return (panel && fieldsOf(panel)[field]?.values?.[String(value)]?.[language]) ?? String(value);
    };
    const textOf = (uid: string, detail: Detail): string => {
      if (detail.kind === 'term') return t('terms', { terms: rangesOf(detail.values.map(Number)) });
      const values = detail.values.slice(0, MAX_VALUES);
      return values.map((value) => wordOf(uid, detail, value)).join(t('comma'));
    };
    return { language, t, detailsOf: ({ uid, details }: DescribedRecord) => details.map((each) => textOf(uid, each)) };
  }, [formatMessage, formatDate, locale]);
}
