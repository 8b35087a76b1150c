import { diffArrays } from 'diff';
import { isEqual, isObject, type Json, type JsonObject } from '../../../../../common/json';

/** A part of a text or an item of a list: in both, only before, only after, or in another place. */
export interface Part<T> {
  value: T;
  state: 'same' | 'removed' | 'added' | 'moved';
}

/** How long a comparison may take, in milliseconds; afterwards texts and lists count as wholly different. */
const TIMEOUT = 500;

/** The longest passage, in UTF-16 units, that is compared by words: finding Chinese words takes long. */
const MAX_PASSAGE = 2_000;

const segmenter = new Intl.Segmenter('zh-Hant', { granularity: 'word' });
const wordsIn = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);
const clausesIn = (text: string): string[] =>
  text.match(/[^\n。，、；：！？,.;:!?]+[\n。，、；：！？,.;:!?]*|[\n。，、；：！？,.;:!?]+/g) ?? [];

/**
 * Compares two texts by clauses, and those that differ by words, also of languages that do not separate them. What was removed
 * precedes what was added in its place.
 */
export function compareTexts(before: string, after: string): Part<string>[] {
  const parts: Part<string>[] = [];
  const clauses = compareWords(clausesIn(before), clausesIn(after));
  for (let index = 0; index < clauses.length; index += 1) {
    const [part, next] = [clauses[index], clauses[index + 1]] as [Part<string>, Part<string> | undefined];
    const isPair = part.state === 'removed' && next?.state === 'added';
    if (isPair && part.value.length <= MAX_PASSAGE && next.value.length <= MAX_PASSAGE) {
      parts.push(...trimmed(compareWords(wordsIn(part.value), wordsIn(next.value))));
      index += 1;
    } else parts.push(part);
  }
  return joined(parts);
}

function compareWords(before: string[], after: string[]): Part<string>[] {
  const found = diffArrays(before, after, { timeout: TIMEOUT });
  const parts: Part<string>[] = found
    ? found.map(({ value, added, removed }) => ({
        value: value.join(''),
        state: added ? 'added' : removed ? 'removed' : 'same',
      }))
    : [
        { value: before.join(''), state: 'removed' },
        { value: after.join(''), state: 'added' },
      ];
  return parts.filter(({ value }) => value !== '');
}

/** Takes out of replaced words the Chinese characters that both begin or end with: `勞工退休金` and `勞工保險`. */
const trimmed = (parts: Part<string>[]): Part<string>[] =>
  parts.flatMap((part, index) => {
    const [before, next] = [parts[index - 1], parts[index + 1]];
    if (part.state === 'added' && before?.state === 'removed') return [];
    if (part.state !== 'removed' || next?.state !== 'added') return part;
    const [old, current] = [Array.from(part.value), Array.from(next.value)];
    const most = Math.min(old.length, current.length);
    let [start, end] = [0, 0];
    while (start < most && old[start] === current[start] && isHan(old[start])) start += 1;
    while (end < most - start && old.at(-1 - end) === current.at(-1 - end) && isHan(old.at(-1 - end))) end += 1;
    const pieces: Part<string>[] = [
      { value: old.slice(0, start).join(''), state: 'same' },
      { value: old.slice(start, old.length - end).join(''), state: 'removed' },
      { value: current.slice(start, current.length - end).join(''), state: 'added' },
      { value: old.slice(old.length - end).join(''), state: 'same' },
    ];
    return pieces.filter(({ value }) => value !== '');
  });

const isHan = (character = ''): boolean => /\p{Script=Han}/u.test(character);

/** Joins adjacent parts of the same state. */
function joined(parts: Part<string>[]): Part<string>[] {
  const result: Part<string>[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last?.state === part.state) last.value += part.value;
    else result.push({ ...part });
  }
  return result;
}

/** The characters that remain on each side of a change when a long text is shortened. */
const CONTEXT = 60;

/** Shortens long passages that are the same in both texts; null stands for what is left out. */
export function foldTexts(parts: Part<string>[]): (Part<string> | null)[] {
  return parts.flatMap((part, index) => {
    const { value, state } = part;
    const [isFirst, isLast] = [index === 0, index === parts.length - 1];
    const [head, tail] = [isFirst ? 0 : CONTEXT, isLast ? 0 : CONTEXT];
    const characters = Array.from(value);
    if (state !== 'same' || characters.length <= head + tail + CONTEXT) return part;
    const piece = (text: string[]): Part<string>[] => (text.length > 0 ? [{ value: text.join(''), state }] : []);
    return [...piece(characters.slice(0, head)), null, ...piece(characters.slice(characters.length - tail))];
  });
}

/** Compares two lists: the items after the change, each removed one at its former place. */
export function compareLists(before: Json[], after: Json[]): Part<Json>[] {
  const parts = diffArrays(before, after, { comparator: isEqual, timeout: TIMEOUT }) ?? [
    { value: before, added: false, removed: true },
    { value: after, added: true, removed: false },
  ];
  const [old, current] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
  return parts.flatMap(({ value, added, removed }): Part<Json>[] => {
    if (removed) return value.flatMap((item) => (current.has(keyOf(item)) ? [] : { value: item, state: 'removed' }));
    if (!added) return value.map((item) => ({ value: item, state: 'same' }));
    return value.map((item) => ({ value: item, state: old.has(keyOf(item)) ? 'moved' : 'added' }));
  });
}

/** A text that equal values share, whatever the order of their keys. */
const keyOf = (value: Json): string =>
  JSON.stringify(value, (_, each: Json) =>
    isObject(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  );

/** A row of one list and its counterpart in the other one; undefined where it has none. */
export interface RowPair {
  before?: JsonObject;
  after?: JsonObject;
  /** Whether equal rows have different places among those that stayed. */
  isMoved: boolean;
}

/** How many pairs of rows are weighed, about, and how many former rows at least for each; of very long lists only the next ones. */
const MAX_PAIRS = 2_000_000;
const MIN_CANDIDATES = 100;

/**
 * Matches the rows of two lists: by identifier, then equal ones, then those that share most values. Rows without a single
 * value in common do not match. In the order after the change; removed rows come last.
 */
export function matchRows(before: JsonObject[], after: JsonObject[]): RowPair[] {
  const rest = new Set(before.keys());
  const partners = new Map<number, number>();
  const pair = (index: number, at: number) => {
    partners.set(index, at);
    rest.delete(at);
  };
  const pairEqual = (keyIn: (row: JsonObject) => string | undefined) => {
    const free = new Map<string, number[]>();
    for (const at of rest) {
      const key = keyIn(before[at] ?? {});
      if (key === undefined) continue;
      const places = free.get(key);
      if (places) places.push(at);
      else free.set(key, [at]);
    }
    for (const [index, row] of after.entries()) {
      if (partners.has(index)) continue;
      const at = free.get(keyIn(row) ?? '')?.shift();
      if (at !== undefined) pair(index, at);
    }
  };
  pairEqual(({ id }) => (id === undefined ? undefined : keyOf(id)));
  pairEqual(keyOf);
  for (const [index, row] of after.entries()) {
    if (partners.has(index)) continue;
    let best = { weight: 0, at: -1 };
    let candidates = Math.max(MIN_CANDIDATES, Math.floor(MAX_PAIRS / after.length));
    for (const at of rest) {
      candidates -= 1;
      if (candidates < 0) break;
      const former = before[at] ?? {};
      const weight = former.id === undefined || row.id === undefined ? sameValues(former, row) : 0;
      if (weight > best.weight) best = { weight, at };
    }
    if (best.at >= 0) pair(index, best.at);
  }
  const stayed = placesKept([...partners.keys()].sort((a, b) => a - b).map((index) => partners.get(index) ?? 0));
  return [
    ...after.map((row, index): RowPair => {
      const at = partners.get(index);
      const former = at === undefined ? undefined : before[at];
      return { after: row, ...(former && { before: former }), isMoved: at !== undefined && !stayed.has(at) };
    }),
    ...[...rest].map((at): RowPair => ({ ...(before[at] && { before: before[at] }), isMoved: false })),
  ];
}

/** The numbers of a list that are in ascending order; all if that takes too long to find out. */
function placesKept(order: number[]): Set<number> {
  const ascending = [...order].sort((a, b) => a - b);
  const parts = diffArrays(ascending, order, { timeout: TIMEOUT });
  return new Set(parts?.flatMap(({ value, added, removed }) => (added || removed ? [] : value)) ?? order);
}

const sameValues = (a: JsonObject, b: JsonObject): number =>
  Object.keys(a).filter((name) => !isEmpty(a[name]) && isEqual(a[name], b[name])).length;

/** Whether a value is none. */
export const isEmpty = (value: Json | undefined): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
