import { closest } from '../../common/text/closest';
import { nameKey, normalise } from '../../common/text/normalise';

/** Somebody who may be named in the minutes. */
export interface Person {
  publicId: number;
  name: string;
}

/** An index of people by name. */
export interface NameIndex {
  /** People with this normalised name; if nobody has it, those with it as their Chinese or Latin part. */
  find(key: string): number[];
  /** Names that begin with a character, the longest first. */
  startingWith(character: string): string[];
  /** People with a similar name, the most similar first. */
  similar(written: string): number[];
}

/** Fewer Latin letters do not identify a person. */
const LEAST_LETTERS = 4;

/** Indexes people by name. */
export function indexNames(people: Person[]): NameIndex {
  const [whole, part] = [new Map<string, number[]>(), new Map<string, number[]>()];
  for (const { publicId, name } of people) {
    const key = normalise(name);
    add(whole, key, publicId);
    for (const other of partsOf(name)) if (other !== key) add(part, other, publicId);
  }
  const keys = [...new Set([...whole.keys(), ...part.keys()])].filter(Boolean);
  const byFirst = new Map<string, string[]>();
  for (const key of keys.sort((a, b) => b.length - a.length))
    byFirst.set(key[0] ?? '', [...(byFirst.get(key[0] ?? '') ?? []), key]);
  const find = (key: string) => whole.get(key) ?? part.get(key) ?? [];
  return {
    find,
    startingWith: (character) => byFirst.get(character) ?? [],
    similar: (written) => [...new Set(closest(normalise(written), keys).flatMap(find))],
  };
}

function partsOf(name: string): string[] {
  const letters = normalise(name).replaceAll(/[^\p{Script=Latin}]/gu, '');
  return [nameKey(name), ...(letters.length >= LEAST_LETTERS ? [letters] : [])];
}

function add(map: Map<string, number[]>, key: string, publicId: number): void {
  const own = map.get(key) ?? [];
  if (!own.includes(publicId)) map.set(key, [...own, publicId]);
}
