import { closest } from '../../common/text/closest';
import { normalise } from '../../common/text/normalise';
import { nameKey } from '../name-key';

/** Somebody whose name may stand in the minutes. */
export interface Named {
  number: number;
  name: string;
}

/** Names by which people are known. */
export interface Known {
  /** Who is called so, by the whole name; where nobody is, by that in Chinese characters or in letters alone. */
  called(key: string): number[];
  /** The names that may begin with a character, the longest first. */
  beginningWith(character: string): string[];
  /** Who is called something like it, the likeliest first. */
  like(written: string): number[];
}

/** Letters of a name that are fewer do not tell whose it is. */
const LEAST_LETTERS = 4;

/** Makes the names of some people ready to be looked for. */
export function knownAs(people: Named[]): Known {
  const [whole, part] = [new Map<string, number[]>(), new Map<string, number[]>()];
  for (const { number, name } of people) {
    const key = normalise(name);
    note(whole, key, number);
    for (const other of partsOf(name)) if (other !== key) note(part, other, number);
  }
  const keys = [...new Set([...whole.keys(), ...part.keys()])].filter(Boolean);
  const byFirst = new Map<string, string[]>();
  for (const key of keys.sort((a, b) => b.length - a.length))
    byFirst.set(key[0] ?? '', [...(byFirst.get(key[0] ?? '') ?? []), key]);
  const called = (key: string) => whole.get(key) ?? part.get(key) ?? [];
  return {
    called,
    beginningWith: (character) => byFirst.get(character) ?? [],
    like: (written) => [...new Set(closest(normalise(written), keys).flatMap(called))],
  };
}

function partsOf(name: string): string[] {
  const letters = normalise(name).replaceAll(/[^\p{Script=Latin}]/gu, '');
  return [nameKey(name), ...(letters.length >= LEAST_LETTERS ? [letters] : [])];
}

function note(map: Map<string, number[]>, key: string, number: number): void {
  const own = map.get(key) ?? [];
  if (!own.includes(number)) map.set(key, [...own, number]);
}
