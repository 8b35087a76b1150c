/**
 * A name as it is compared, never as it is stored: without white space and invisible characters, full-width forms as plain
 * ones, small letters, 臺 as 台. Dots of every kind are left out (Uliw‧Qaljupayare), but for those between digits, which
 * become one. Characters of private use stay.
 */
export function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(UNSEEN, '')
    .toLowerCase()
    .replaceAll('臺', '台')
    .replaceAll(DOTS, (_, place: number, whole: string) => (isBetweenDigits(whole, place) ? '.' : ''));
}

/** White space and format characters: zero-width ones, soft hyphens, byte order marks. */
const UNSEEN = /[\s\p{Cf}]/gu;

/** Full stop, middle dot, bullets, hyphenation point, Katakana and Greek dots, dot operator (forms that NFKC leaves). */
const DOTS = /[.·•‣‧∙⋅⸱・●⦁ꞏ]/gu;

const isBetweenDigits = (text: string, place: number): boolean =>
  /\p{Nd}/u.test(text[place - 1] ?? '') && /\p{Nd}/u.test(text[place + 1] ?? '');
