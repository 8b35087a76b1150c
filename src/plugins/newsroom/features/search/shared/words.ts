/** The most words of a search that count. */
const MAX_WORDS = 8;

/** The most characters of a word that count: PostgreSQL must compile them. */
const MAX_LENGTH = 100;

/** From an ASCII character to its full-width form. */
const TO_FULL_WIDTH = 0xfee0;

/** Characters that people type for one another. */
const ALIKE = ['台臺', '.·•‣‧∙⋅⸱・●⦁ꞏ', '-‐‑–—'];

/**
 * The words of a search, as regular expressions of PostgreSQL that find them in any writing: capitals and small letters, full and half width,
 * 台 and 臺, dots of every kind in indigenous names. A record is found that has all of them, in any order.
 */
export const patternsOf = (text: string): string[] => wordsOf(text).map(patternOf);

/** The words of a search that count. */
export const wordsOf = (text: string): string[] => text.split(/\s+/u).filter(Boolean).slice(0, MAX_WORDS);

/** A text that consists of these words in this order, as a regular expression without its ends. */
export const phraseOf = (words: string[]): string => words.map(patternOf).join('\\s*');

/** A word in full digits as a number; undefined if it is none. */
export function digitsOf(word: string): string | undefined {
  const digits = word.normalize('NFKC');
  return /^\d{1,15}$/.test(digits) ? String(Number(digits)) : undefined;
}

const patternOf = (word: string): string => [...word].slice(0, MAX_LENGTH).map(classOf).join('');

function classOf(character: string): string {
  const plain = character.normalize('NFKC');
  const written = [...plain].length === 1 ? [character, plain] : [character];
  const cases = written.flatMap((each) => [each, each.toLowerCase(), each.toUpperCase()]);
  const single = cases.filter((each) => [...each].length === 1);
  const alike = single.flatMap((each) => ALIKE.filter((some) => some.includes(each)).flatMap((some) => [...some]));
  const all = [...new Set([...single, ...alike].flatMap((each) => [each, ...fullWidthOf(each)]))];
  return all.length === 1 ? escaped(character) : `[${all.map(escaped).join('')}]`;
}

function fullWidthOf(character: string): string[] {
  const code = character.codePointAt(0) ?? 0;
  return code > 0x20 && code < 0x7f ? [String.fromCodePoint(code + TO_FULL_WIDTH)] : [];
}

/** A backslash takes the meaning away that a character has, within brackets, too. */
const escaped = (character: string): string => (/[\^$\\.*+?()[\]{}|/-]/.test(character) ? `\\${character}` : character);
