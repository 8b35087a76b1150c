import { normalise } from '../../common/text/normalise';

/** A text prepared for finding names: normalised, without blanks, with the gaps between its characters. */
export interface Characters {
  text: string;
  /** The gap before each character, and one after the last. */
  gaps: Gap[];
  /** The offset of each character in the source, and the length of the source. */
  offsets: number[];
  source: string;
}

/** What separates two characters: nothing, a blank, a line break, or punctuation that no name spans. */
export type Gap = 'none' | 'blank' | 'line' | 'break';

const ORDER: Gap[] = ['none', 'blank', 'line', 'break'];
const BREAK = /[、,;:。!?()[\]{}<>〈〉《》「」『』【】〔〕|/\\"=*#_~+]/;

/** Prepares a text for finding names. */
export function charactersOf(source: string): Characters {
  const characters: Characters = { text: '', gaps: ['break'], offsets: [], source };
  let offset = 0;
  for (const character of source) {
    const plain = character.normalize('NFKC');
    const key = normalise(character);
    if (/[\r\n]/.test(character)) widen(characters, 'line');
    else if (BREAK.test(plain)) widen(characters, 'break');
    else if (key === '' && /\s/.test(character)) widen(characters, 'blank');
    else for (const part of key) add(characters, part, offset);
    offset += character.length;
  }
  characters.offsets.push(source.length);
  widen(characters, 'break');
  return characters;
}

function add(characters: Characters, part: string, offset: number): void {
  for (let unit = 0; unit < part.length; unit += 1) {
    characters.offsets.push(offset);
    characters.gaps.push('none');
  }
  characters.text += part;
}

function widen({ gaps }: Characters, gap: Gap): void {
  const last = gaps.length - 1;
  if (ORDER.indexOf(gap) > ORDER.indexOf(gaps[last] ?? 'none')) gaps[last] = gap;
}

/** Returns a range of characters as the source writes it. */
export function writtenAt({ source, offsets }: Characters, from: number, until: number): string {
  const last = offsets[until - 1] ?? 0;
  const end = last + ((source.codePointAt(last) ?? 0) > 0xffff ? 2 : 1);
  return source.slice(offsets[from], end).replaceAll(/\s+/g, ' ').trim();
}
