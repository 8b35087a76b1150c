import type { Characters, Gap } from './characters';
import type { Known } from './known';
import { type Word, wordAt } from './words';

/** A piece of the minutes: from one character until before another. */
export interface Piece {
  from: number;
  until: number;
  /** Somebody known; a word of the minutes; letters that belong to the name before; or what nobody knows. */
  kind: 'name' | 'word' | 'letters' | 'unknown';
  word?: Word;
}

/*
 * What each kind of piece costs: of all ways to take a text apart the cheapest is chosen. So names are found whether they
 * are set apart or not, and a known name within an unknown one is none.
 */
const NAME = 1;
const WORD = 2;
const LETTERS = 3;
const UNKNOWN = 50;
const UNKNOWN_CHARACTER = 10;
/** An unknown piece that does not end where the minutes have a gap. */
const CUT = 35;
/** What is longer is hardly one name. */
const LONGEST_NAME = 4;
const TOO_LONG = 40;
/** A name that goes across a gap. */
const ACROSS: Record<Gap, number> = { none: 0, blank: 2, line: 4, break: Number.POSITIVE_INFINITY };

/** Takes a text apart into names, words of the minutes, and what is neither. */
export function piecesOf(characters: Characters, known: Known): Piece[] {
  const { text } = characters;
  const costs: number[] = [0];
  const ways: Piece[] = [];
  for (let from = 0; from < text.length; from += 1) {
    const cost = costs[from];
    if (cost === undefined) continue;
    for (const { price, ...piece } of piecesFrom(from, characters, known)) {
      if (cost + price >= (costs[piece.until] ?? Number.POSITIVE_INFINITY)) continue;
      costs[piece.until] = cost + price;
      ways[piece.until] = piece;
    }
  }
  const pieces: Piece[] = [];
  for (let way = ways[text.length]; way; way = ways[way.from]) pieces.unshift(way);
  return pieces;
}

type Priced = Piece & { price: number };

function piecesFrom(from: number, characters: Characters, known: Known): Priced[] {
  const { text } = characters;
  const names = known
    .beginningWith(text[from] ?? '')
    .filter((name) => text.startsWith(name, from))
    .map(
      (name): Priced => ({ kind: 'name', from, until: from + name.length, price: priceOfName(from, name, characters) }),
    );
  const word = wordAt(text, from);
  const words: Priced[] = word ? [{ kind: 'word', word, from, until: from + word.length, price: WORD }] : [];
  return [...names, ...words, ...lettersFrom(from, characters), ...unknownFrom(from, characters)];
}

function priceOfName(from: number, name: string, { text, before }: Characters): number {
  let price = NAME;
  for (let at = from + 1; at < from + name.length; at += 1) {
    const gap = before[at] ?? 'none';
    // Names of two characters are set as wide as those of three; names in letters have blanks of their own.
    const isUsual =
      (gap === 'blank' && name.length === 2) || (gap !== 'break' && (isLetter(text[at]) || isLetter(text[at - 1])));
    price += isUsual ? 0 : ACROSS[gap];
  }
  return price;
}

/** The form in letters, straight after a name in Chinese characters. */
function lettersFrom(from: number, { text, before }: Characters): Priced[] {
  if (before[from] !== 'none' || !isLetter(text[from]) || isLetter(text[from - 1])) return [];
  let until = from + 1;
  while (before[until] === 'none' && isLetter(text[until])) until += 1;
  return [{ kind: 'letters', from, until, price: LETTERS }];
}

function unknownFrom(from: number, { text, before }: Characters): Priced[] {
  const pieces: Priced[] = [];
  const begins = before[from] === 'none' ? CUT : 0;
  for (let until = from + 1; until < before.length; until += 1) {
    const isWhole = before[until] !== 'none';
    if (!isWhole && isLetter(text[until]) && isLetter(text[until - 1])) continue;
    const length = isLetter(text[from]) ? 1 : until - from;
    const price = UNKNOWN + UNKNOWN_CHARACTER * length + TOO_LONG * Math.max(0, length - LONGEST_NAME);
    pieces.push({ kind: 'unknown', from, until, price: price + begins + (isWhole ? 0 : CUT) });
    if (isWhole) break;
  }
  return pieces;
}

const isLetter = (character: string | undefined): boolean =>
  character !== undefined && /\p{Script=Latin}/u.test(character);
