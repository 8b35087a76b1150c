/**
 * Parses a date as people type it into a cell. Returns ISO text, in UTC like every date without an offset (conventions 2.7).
 * Any other text, and a day that does not exist, is returned unchanged, so that the field refuses it; but digits always
 * become ISO text, because the field would take them for milliseconds.
 *
 * - `2016/2/1`, `2016-2-1`, `2016.2.1`, `2016年2月1日`, `20160201`; all but the last also with a time, `2016/2/1 14:30`.
 * - The same with a year of the Republic, where 1 is 1912: every year of at most three digits. `105/02/01`, `1050201`,
 *   `民國105年2月1日`. Years before the Republic: `民前3年2月1日`.
 * - `12/1/16` might start with a day or a month. A year of the Republic below 32 therefore needs three digits, `025/3/12`,
 *   or 民國 or 年.
 * - Up to eight digits are a date, never milliseconds.
 */
export function readDate(text: string): string {
  const trimmed = text.normalize('NFKC').trim();
  if (/^\d{1,8}$/.test(trimmed)) return compact(trimmed.padStart(4, '0'));
  const found = FORMS.map((form) => form.exec(trimmed)).find((match) => match !== null);
  if (!found?.groups) return text;
  const { era, year = '', month = '', day = '', hour, minute, second = '00' } = found.groups;
  const isUnambiguous = era !== undefined || trimmed.includes('年');
  const time = hour === undefined ? '' : `T${hour.padStart(2, '0')}:${minute}:${second}`;
  const gregorian = yearOf(year, { era, isUnmistakable: isUnambiguous });
  const read = gregorian === undefined ? '' : `${dayOf(gregorian, month, day)}${time}`;
  return Number.isNaN(Date.parse(read)) || !isDayOf(month, day, read) ? text : read;
}

/** Whether the text is this day: JavaScript turns 30 February into a day in March. */
const isDayOf = (month: string, day: string, text: string): boolean => {
  const date = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
};

/** Numbers up to this may be a day or a month; larger ones must be a year. */
const MAX_DAY = 31;
/** The Gregorian year before the first of the Republic. */
const REPUBLIC_YEAR_ZERO = 1911;

const ERA = '(?:(?<era>(?:中華)?民[國国]前?|民前|西元|公元)\\s*)?';
const TIME = '(?:[T\\s]+(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2}))?)?';
const FORMS = [
  `(?<year>\\d{1,4})(?<sign>[/.-])(?<month>\\d{1,2})\\k<sign>(?<day>\\d{1,2})`,
  '(?<year>元|\\d{1,4})\\s*年\\s*(?<month>\\d{1,2})\\s*月\\s*(?<day>\\d{1,2})\\s*日?',
].map((form) => new RegExp(`^${ERA}${form}${TIME}$`));

function compact(digits: string): string {
  const [year, month, day] = [digits.slice(0, -4), digits.slice(-4, -2), digits.slice(-2)];
  return dayOf(yearOf(year, { isUnmistakable: false }) ?? year, month, day);
}

/** The Gregorian year; undefined if it is impossible or ambiguous. */
function yearOf(year: string, { era, isUnmistakable }: { era?: string; isUnmistakable: boolean }): number | undefined {
  const number = year === '元' ? 1 : Number(year);
  if (era === '西元' || era === '公元') return number;
  if (year.length > 3) return era === undefined ? number : undefined;
  if (number < 1 || (year.length < 3 && number <= MAX_DAY && !isUnmistakable)) return undefined;
  return era?.endsWith('前') ? REPUBLIC_YEAR_ZERO + 1 - number : REPUBLIC_YEAR_ZERO + number;
}

const dayOf = (year: number | string, month: string, day: string): string =>
  [String(year).padStart(typeof year === 'number' ? 4 : 0, '0'), month.padStart(2, '0'), day.padStart(2, '0')].join(
    '-',
  );
