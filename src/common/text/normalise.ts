/**
 * Normalises a name for comparisons, never for storage. Removes white space and invisible characters, converts full-width forms
 * to plain ones, capitals to small letters, and 臺 to 台. Removes dots of every kind (Uliw‧Qaljupayare), except between digits,
 * where they become a full stop. Keeps private-use characters.
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

/** Full stop, middle dot, bullets, hyphenation point, Katakana and Greek dots, dot operator (forms that NFKC keeps). */
const DOTS = /[.·•‣‧∙⋅⸱・●⦁ꞏ]/gu;

const isBetweenDigits = (text: string, place: number): boolean =>
  /\p{Nd}/u.test(text[place - 1] ?? '') && /\p{Nd}/u.test(text[place + 1] ?? '');

/** The key by which names are compared: the Chinese characters if there are any, without the Latin form. */
export function nameKey(name: string): string {
  const key = normalise(name);
  const chinese = key.replaceAll(/\p{Script=Latin}/gu, '');
  return /\p{Script=Han}/u.test(chinese) ? chinese : key;
}
