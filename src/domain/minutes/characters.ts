import { normalise } from '../../common/text/normalise';

/** A text as names are looked for in it: normalised, without blanks; and what stood between its characters. */
export interface Characters {
  text: string;
  /** What stands before each character, and (one more) after the last. */
  before: Gap[];
  /** Where in the source each character begins, and (one more) where the source ends. */
  at: number[];
  source: string;
}

/** What separates two characters: nothing, a blank, the end of a line, something that no name goes across. */
export type Gap = 'none' | 'blank' | 'line' | 'break';

const ORDER: Gap[] = ['none', 'blank', 'line', 'break'];
const BREAK = /[、,;:。!?()[\]{}<>〈〉《》「」『』【】〔〕|/\\"=*#_~+]/;

/** Takes a text apart. */
export function charactersOf(source: string): Characters {
  const found: Characters = { text: '', before: ['break'], at: [], source };
  let place = 0;
  for (const character of source) {
    const plain = character.normalize('NFKC');
    const key = normalise(character);
    if (/[\r\n]/.test(character)) widen(found, 'line');
    else if (BREAK.test(plain)) widen(found, 'break');
    else if (key === '' && /\s/.test(character)) widen(found, 'blank');
    else for (const part of key) add(found, part, place);
    place += character.length;
  }
  found.at.push(source.length);
  widen(found, 'break');
  return found;
}

function add(found: Characters, part: string, place: number): void {
  for (let unit = 0; unit < part.length; unit += 1) {
    found.at.push(place);
    found.before.push('none');
  }
  found.text += part;
}

function widen({ before }: Characters, gap: Gap): void {
  const last = before.length - 1;
  if (ORDER.indexOf(gap) > ORDER.indexOf(before[last] ?? 'none')) before[last] = gap;
}

/** A piece of the source, as it is written there. */
export function writtenAt({ source, at }: Characters, from: number, until: number): string {
  const last = at[until - 1] ?? 0;
  const end = last + ((source.codePointAt(last) ?? 0) > 0xffff ? 2 : 1);
  return source.slice(at[from], end).replaceAll(/\s+/g, ' ').trim();
}
