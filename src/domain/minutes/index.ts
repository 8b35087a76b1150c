import { charactersOf, writtenAt } from './characters';
import type { NameIndex } from './name-index';
import { type Piece, piecesOf } from './pieces';
import type { RollCallList } from './words';

export { indexNames, type NameIndex, type Person } from './name-index';
export type { RollCallList } from './words';

/** A name in the minutes, and the people it may mean: none, one, or namesakes. */
export interface MinutesName {
  written: string;
  people: number[];
}

/** A section of the minutes under one heading; undefined before the first heading. */
export interface MinutesSection {
  list: RollCallList | undefined;
  names: MinutesName[];
}

/** A parsed roll call. */
export interface Minutes {
  parts: MinutesSection[];
  /** The last official total that the text gives for each list. */
  totals: Partial<Record<RollCallList, number>>;
}

/**
 * Parses a roll call as printed in the minutes, with or without separators, with blanks within names, and with
 * headings, numbers and remarks in between.
 */
export function readMinutes(text: string, names: NameIndex): Minutes {
  const characters = charactersOf(text);
  const parts: MinutesSection[] = [{ list: undefined, names: [] }];
  const totals: Minutes['totals'] = {};
  for (const { kind, from, until, word } of mergeFragments(piecesOf(characters, names), characters)) {
    if (word?.list) {
      parts.push({ list: word.list, names: [] });
      if (word.total !== undefined) totals[word.list] = word.total;
    }
    if (kind !== 'name' && kind !== 'unknown') continue;
    const people = kind === 'name' ? names.find(characters.text.slice(from, until)) : [];
    parts.at(-1)?.names.push({ written: writtenAt(characters, from, until), people });
  }
  return { parts: parts.filter(({ list, names }) => list || names.length > 0), totals };
}

/** The official totals in the last sentence that gives them, such as 「贊成者38人，反對者60人」. */
export const totalsIn = (text: string): Minutes['totals'] => readMinutes(lastSentenceWithTotals(text), NOBODY).totals;

const NOBODY: NameIndex = { find: () => [], startingWith: () => [], similar: () => [] };

/** One text may hold several counts; the last one is the final count of the vote. */
function lastSentenceWithTotals(text: string): string {
  const found = text.match(/(?:贊成|同意)者?[:：]?\s*[\d０-９〇零一二三四五六七八九十百]+\s*[人票][^。\n]*/g);
  return found?.at(-1) ?? '';
}

type IndexedText = ReturnType<typeof charactersOf>;

/** Merges the fragments of unknown names, and drops paragraph numbers. */
function mergeFragments(pieces: Piece[], characters: IndexedText): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (last && isSameName(last, piece, characters)) last.until = piece.until;
    else result.push({ ...piece });
  }
  return result.filter(
    ({ kind, from, until }) => kind !== 'unknown' || !NUMERAL.test(characters.text.slice(from, until)),
  );
}

const NUMERAL = /^[〇零一二三四五六七八九十]+$/;

function isSameName(one: Piece, other: Piece, { text, gaps }: IndexedText): boolean {
  if (one.kind !== 'unknown' || other.kind !== 'unknown' || gaps[other.from] !== 'blank') return false;
  const [a, b] = [text.slice(one.from, one.until), text.slice(other.from, other.until)];
  return /^\p{Script=Latin}+$/u.test(a + b) || (/^\p{Script=Han}$/u.test(a) && /^\p{Script=Han}$/u.test(b));
}
