import type { Characters, Gap } from './characters';
import type { NameIndex } from './name-index';
import { type Word, wordAt } from './words';

/** A piece of the minutes, from `from` up to but not including `until`. */
export interface Piece {
  from: number;
  until: number;
  /** A known name; a word of the minutes; Latin letters that belong to the preceding name; or an unknown name. */
  kind: 'name' | 'word' | 'letters' | 'unknown';
  word?: Word;
}

/*
 * The cost of each kind of piece. The cheapest segmentation of a text wins, so that names are found with or without
 * separators, and a known name inside an unknown one is not.
 */
const NAME = 1;
const WORD = 2;
const LETTERS = 3;
const UNKNOWN = 50;
const UNKNOWN_CHARACTER = 10;
/** Extra cost of an unknown piece that begins or ends without a gap. */
const CUT = 35;
/** Characters; a longer piece is hardly one name. */
const LONGEST_NAME = 4;
const TOO_LONG = 40;
/** Cost of a gap within a name. */
const ACROSS: Record<Gap, number> = { none: 0, blank: 2, line: 4, break: Number.POSITIVE_INFINITY };

/** Splits a text into names, words of the minutes, and unknown pieces. */
export function piecesOf(characters: Characters, names: NameIndex): Piece[] {
  const { text } = characters;
  const costs: number[] = [0];
  const ways: Piece[] = [];
  for (let from = 0; from < text.length; from += 1) {
    const cost = costs[from];
    if (cost === undefined) continue;
    for (const { price, ...piece } of piecesFrom(from, characters, names)) {
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

function piecesFrom(from: number, characters: Characters, names: NameIndex): Priced[] {
  const { text } = characters;
  const known = names
    .startingWith(text[from] ?? '')
    .filter((name) => text.startsWith(name, from))
    .map(
      (name): Priced => ({ kind: 'name', from, until: from + name.length, price: priceOfName(from, name, characters) }),
    );
  const word = wordAt(text, from);
  const words: Priced[] = word ? [{ kind: 'word', word, from, until: from + word.length, price: WORD }] : [];
  return [...known, ...words, ...lettersFrom(from, characters), ...unknownFrom(from, characters)];
}

function priceOfName(from: number, name: string, { text, gaps }: Characters): number {
  let price = NAME;
  for (let at = from + 1; at < from + name.length; at += 1) {
    const gap = gaps[at] ?? 'none';
    // Names of two characters are printed as wide as those of three; Latin names have their own blanks.
    const isUsual =
      (gap === 'blank' && name.length === 2) || (gap !== 'break' && (isLetter(text[at]) || isLetter(text[at - 1])));
    price += isUsual ? 0 : ACROSS[gap];
  }
  return price;
}

/** The Latin form directly after a name in Chinese characters. */
function lettersFrom(from: number, { text, gaps }: Characters): Priced[] {
  if (gaps[from] !== 'none' || !isLetter(text[from]) || isLetter(text[from - 1])) return [];
  let until = from + 1;
  while (gaps[until] === 'none' && isLetter(text[until])) until += 1;
  return [{ kind: 'letters', from, until, price: LETTERS }];
}

function unknownFrom(from: number, { text, gaps }: Characters): Priced[] {
  const pieces: Priced[] = [];
  const begins = gaps[from] === 'none' ? CUT : 0;
  for (let until = from + 1; until < gaps.length; until += 1) {
    const isWhole = gaps[until] !== 'none';
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
