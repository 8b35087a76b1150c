import type { Excerpt } from './changes';

/** How much of what is the same stands around a difference, and how much of a difference is shown. */
const AROUND = 24;
const LONGEST = 400;

/** What differs between two texts, with a little of what is the same around it. */
export function excerptOf(before: string, after: string): Excerpt {
  const start = sameAtStart(before, after);
  const end = sameAtEnd(before.slice(start), after.slice(start));
  const rest = before.slice(before.length - end);
  return {
    before: cut(before.slice(start, before.length - end)),
    after: cut(after.slice(start, after.length - end)),
    same: [
      start > AROUND ? `…${fromWhole(before.slice(start - AROUND, start))}` : before.slice(0, start),
      end > AROUND ? `${toWhole(rest.slice(0, AROUND))}…` : rest,
    ],
  };
}

function sameAtStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return isHigh(a.charCodeAt(length - 1)) ? length - 1 : length;
}

function sameAtEnd(a: string, b: string): number {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a.at(-1 - length) === b.at(-1 - length)) length += 1;
  return length > 0 && isLow(a.charCodeAt(a.length - length)) ? length - 1 : length;
}

const cut = (text: string): string => (text.length > LONGEST ? `${toWhole(text.slice(0, LONGEST))}…` : text);

/** A character beyond 16 bits is two units: none is left alone where a text is cut. */
const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;
const fromWhole = (text: string): string => (isLow(text.charCodeAt(0)) ? text.slice(1) : text);
const toWhole = (text: string): string => (isHigh(text.charCodeAt(text.length - 1)) ? text.slice(0, -1) : text);
