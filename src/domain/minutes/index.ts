import { charactersOf, writtenAt } from './characters';
import type { Known } from './known';
import { type Piece, piecesOf } from './pieces';
import type { RollCallList } from './words';

export { type Known, knownAs, type Named } from './known';
export type { RollCallList } from './words';

/** A name in the minutes, and whom it can mean: nobody, one, or namesakes. */
export interface NameRead {
  written: string;
  people: number[];
}

/** A part of the minutes under one heading; before the first there is none. */
export interface PartRead {
  list: RollCallList | undefined;
  names: NameRead[];
}

/** What a roll call in the minutes says. */
export interface MinutesRead {
  parts: PartRead[];
  /** The official numbers, as far as they are told: the last one of each list. */
  totals: Partial<Record<RollCallList, number>>;
}

/**
 * Reads names out of a roll call as the minutes print it: set apart or not, with blanks within names, with headings,
 * numbers and remarks between.
 */
export function readMinutes(text: string, known: Known): MinutesRead {
  const characters = charactersOf(text);
  const parts: PartRead[] = [{ list: undefined, names: [] }];
  const totals: MinutesRead['totals'] = {};
  for (const { kind, from, until, word } of joined(piecesOf(characters, known), characters)) {
    if (word?.list) {
      parts.push({ list: word.list, names: [] });
      if (word.total !== undefined) totals[word.list] = word.total;
    }
    if (kind !== 'name' && kind !== 'unknown') continue;
    const people = kind === 'name' ? known.called(characters.text.slice(from, until)) : [];
    parts.at(-1)?.names.push({ written: writtenAt(characters, from, until), people });
  }
  return { parts: parts.filter(({ list, names }) => list || names.length > 0), totals };
}

/** The official numbers that a text tells at last, such as 「贊成者38人，反對者60人」. */
export const totalsIn = (text: string): MinutesRead['totals'] =>
  readMinutes(lastSentenceWithTotals(text), NOBODY).totals;

const NOBODY: Known = { called: () => [], beginningWith: () => [], like: () => [] };

/** The minutes of many votes may stand in one text; the last numbers are those of the vote as a whole. */
function lastSentenceWithTotals(text: string): string {
  const found = text.match(/(?:贊成|同意)者?[:：]?\s*[\d０-９〇零一二三四五六七八九十百]+\s*[人票][^。\n]*/g);
  return found?.at(-1) ?? '';
}

type Text = ReturnType<typeof charactersOf>;

/** Unknown names whose characters or words stand apart, as one each; numbers of paragraphs are left out. */
function joined(pieces: Piece[], characters: Text): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (last && isOne(last, piece, characters)) last.until = piece.until;
    else result.push({ ...piece });
  }
  return result.filter(
    ({ kind, from, until }) => kind !== 'unknown' || !NUMERAL.test(characters.text.slice(from, until)),
  );
}

const NUMERAL = /^[〇零一二三四五六七八九十]+$/;

function isOne(one: Piece, other: Piece, { text, before }: Text): boolean {
  if (one.kind !== 'unknown' || other.kind !== 'unknown' || before[other.from] !== 'blank') return false;
  const [a, b] = [text.slice(one.from, one.until), text.slice(other.from, other.until)];
  return /^\p{Script=Latin}+$/u.test(a + b) || (/^\p{Script=Han}$/u.test(a) && /^\p{Script=Han}$/u.test(b));
}
