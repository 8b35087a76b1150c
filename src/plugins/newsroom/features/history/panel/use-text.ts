import { useIntl } from 'react-intl';
import { languageOf } from '../../../panel/language';
import type { Actor } from '../shared/history';
import { wordsOf } from '../shared/words';

const EXACT: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
};

type Values = Record<string, string | number>;

/** The texts and formats of history in the editor's language. */
export function useText() {
  const { formatMessage, locale, formatDate, formatNumber } = useIntl();
  const language = languageOf(locale);
  const t = (key: string, values?: Values): string => formatMessage({ id: `newsroom.history.${key}` }, values);
  const whenOf = (ms: number): string => formatDate(ms, { dateStyle: 'medium', timeStyle: 'short' });
  const dayText = (ms: number): string => formatDate(ms, { dateStyle: 'medium', timeZone: 'UTC' });
  return {
    ...wordsOf({ language, t, dayText, timeText: whenOf }),
    t,
    language,
    formatNumber,
    listOf: (parts: string[]): string => parts.join(t('comma')),
    /** Who made a change. */
    actorOf: ({ kind, id, name }: Actor): string =>
      name || (kind === 'token' ? t('actor.token', { id: id ?? 0 }) : t('actor.unknown')),
    whenOf,
    /** The time of day. */
    timeOf: (ms: number): string => formatDate(ms, { timeStyle: 'short' }),
    /** The day on which something happened, in the editor's time zone. */
    dateOf: (ms: number): string => formatDate(ms, { dateStyle: 'full' }),
    /** A time to the millisecond. */
    exactOf: (ms: number): string => formatDate(ms, EXACT),
  };
}
