/** The difference between two texts, with the identical text around it. */
interface Excerpt {
  before: string;
  same: [start: string, end: string];
  after: string;
}

/** Lengths, in UTF-16 units, of the identical text around a difference and, unless told, of the difference itself. */
const CONTEXT_LENGTH = 24;
const MAX_LENGTH = 400;

/** Finds where two texts differ, and keeps some of the identical text around it. */
export function excerptOf(before: string, after: string, max = MAX_LENGTH): Excerpt {
  const start = commonPrefixLength(before, after);
  const end = commonSuffixLength(before.slice(start), after.slice(start));
  const rest = before.slice(before.length - end);
  return {
    before: truncate(before.slice(start, before.length - end), max),
    after: truncate(after.slice(start, after.length - end), max),
    same: [
      start > CONTEXT_LENGTH
        ? `…${dropLowSurrogate(before.slice(start - CONTEXT_LENGTH, start))}`
        : before.slice(0, start),
      end > CONTEXT_LENGTH ? `${dropHighSurrogate(rest.slice(0, CONTEXT_LENGTH))}…` : rest,
    ],
  };
}

/** The beginning of a text that is longer than `max` UTF-16 units. */
export const truncate = (text: string, max: number): string =>
  text.length > max ? `${dropHighSurrogate(text.slice(0, max))}…` : text;

function commonPrefixLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return isHigh(a.charCodeAt(length - 1)) ? length - 1 : length;
}

function commonSuffixLength(a: string, b: string): number {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a.at(-1 - length) === b.at(-1 - length)) length += 1;
  return length > 0 && isLow(a.charCodeAt(a.length - length)) ? length - 1 : length;
}

/** Characters beyond 16 bits are surrogate pairs, which must not be split. */
const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;
const dropLowSurrogate = (text: string): string => (isLow(text.charCodeAt(0)) ? text.slice(1) : text);
const dropHighSurrogate = (text: string): string =>
  isHigh(text.charCodeAt(text.length - 1)) ? text.slice(0, -1) : text;
