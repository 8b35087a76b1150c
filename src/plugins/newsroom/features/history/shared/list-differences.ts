import { isEqual, type Json, type JsonObject, textOfValue } from '../../../../../common/json';
import { deadlineIn, isEmpty, type Part, restOf } from './differences';

/** Compares two lists: the items after the change, each removed one at its former place. Each occurrence of a value counts. */
export function compareLists(before: Json[], after: Json[]): Part<Json>[] {
  const places = new Map<string, number[]>();
  for (const [at, item] of before.entries()) {
    const key = textOfValue(item);
    const same = places.get(key);
    if (same) same.push(at);
    else places.set(key, [at]);
  }
  const partners = after.map((item) => places.get(textOfValue(item))?.shift());
  const found = partners.filter((at) => at !== undefined);
  const [known, kept] = [new Set(found), longestAscending(found)];
  const parts: Part<Json>[] = [];
  let next = 0;
  const removeUpTo = (end: number) => {
    for (; next < end; next += 1) if (!known.has(next)) parts.push({ value: before[next] ?? null, state: 'removed' });
  };
  let added: Part<Json>[] = [];
  for (const [index, value] of after.entries()) {
    const at = partners[index];
    if (at === undefined || !kept.has(at)) {
      added.push({ value, state: at === undefined ? 'added' : 'moved' });
      continue;
    }
    removeUpTo(at);
    parts.push(...added, { value, state: 'same' });
    added = [];
  }
  removeUpTo(before.length);
  return [...parts, ...added];
}

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

/** How many pairs are weighed even after the deadline: that takes some milliseconds. */
const MIN_PAIRS = 10_000;

/**
 * Matches the rows of two lists: by identifier, then equal ones, then those that share most values. Rows without a single
 * value in common do not match. In the order after the change; removed rows come last. Rows are weighed until the deadline.
 */
export function matchRows(before: JsonObject[], after: JsonObject[], deadline = deadlineIn()): RowPair[] {
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
  pairEqual(({ id }) => (id === undefined ? undefined : textOfValue(id)));
  pairEqual(textOfValue);
  let weighed = 0;
  for (const [index, row] of after.entries()) {
    if (partners.has(index)) continue;
    if (weighed > MIN_PAIRS && restOf(deadline) === 0) break;
    let best = { weight: 0, at: -1 };
    let candidates = Math.max(MIN_CANDIDATES, Math.floor(MAX_PAIRS / after.length));
    for (const at of rest) {
      candidates -= 1;
      if (candidates < 0) break;
      weighed += 1;
      const former = before[at] ?? {};
      const weight = former.id === undefined || row.id === undefined ? sameValues(former, row) : 0;
      if (weight > best.weight) best = { weight, at };
    }
    if (best.at >= 0) pair(index, best.at);
  }
  const stayed = longestAscending([...partners.keys()].sort((a, b) => a - b).map((index) => partners.get(index) ?? 0));
  return [
    ...after.map((row, index): RowPair => {
      const at = partners.get(index);
      const former = at === undefined ? undefined : before[at];
      return { after: row, ...(former && { before: former }), isMoved: at !== undefined && !stayed.has(at) };
    }),
    ...[...rest].map((at): RowPair => ({ ...(before[at] && { before: before[at] }), isMoved: false })),
  ];
}

/** The most numbers of a list that are in ascending order; of several choices the one with the first. */
export function longestAscending(numbers: number[]): Set<number> {
  // The greatest number that an ascending sequence of each length can begin with; they descend.
  const starts: number[] = [];
  const lengths = new Array<number>(numbers.length);
  for (let index = numbers.length - 1; index >= 0; index -= 1) {
    const number = numbers[index] as number;
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) > number) low = middle + 1;
      else high = middle;
    }
    starts[low] = number;
    lengths[index] = low + 1;
  }
  const chosen = new Set<number>();
  let [left, last] = [starts.length, Number.NEGATIVE_INFINITY];
  for (const [index, number] of numbers.entries()) {
    if (lengths[index] !== left || number <= last) continue;
    chosen.add(number);
    last = number;
    left -= 1;
  }
  return chosen;
}

const sameValues = (a: JsonObject, b: JsonObject): number =>
  Object.keys(a).filter((name) => !isEmpty(a[name]) && isEqual(a[name], b[name])).length;
