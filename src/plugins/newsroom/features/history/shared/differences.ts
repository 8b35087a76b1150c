import { diffArrays } from 'diff';
import type { Json } from '../../../../../common/json';

/** A part of a text or an item of a list: in both, only before, only after, or in another place. */
export interface Part<T> {
  value: T;
  state: 'same' | 'removed' | 'added' | 'moved';
}

/** How long a comparison may take, in milliseconds; afterwards what is left of it counts as wholly different. */
const TIMEOUT = 500;

/** When comparisons are to be given up that may take some milliseconds from now. */
export const deadlineIn = (milliseconds = TIMEOUT): number => performance.now() + milliseconds;
/** The milliseconds that are left. */
export const restOf = (deadline: number): number => Math.max(0, deadline - performance.now());

/** The longest passage, in UTF-16 units, that is compared by words: finding Chinese words takes long. */
const MAX_PASSAGE = 1_000;

const segmenter = new Intl.Segmenter('zh-Hant', { granularity: 'word' });
const wordsIn = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);
const clausesIn = (text: string): string[] =>
  text.match(/[^\n。，、；：！？,.;:!?]+[\n。，、；：！？,.;:!?]*|[\n。，、；：！？,.;:!?]+/g) ?? [];

/**
 * Compares two texts by clauses, and those that differ by words, also of languages that do not separate them. What was removed
 * precedes what was added in its place. After the deadline nothing is compared any more.
 */
export function compareTexts(before: string, after: string, deadline = deadlineIn()): Part<string>[] {
  const parts: Part<string>[] = [];
  const clauses = compareWords(clausesIn(before), clausesIn(after), deadline);
  for (let index = 0; index < clauses.length; index += 1) {
    const [part, next] = [clauses[index], clauses[index + 1]] as [Part<string>, Part<string> | undefined];
    const isPair = part.state === 'removed' && next?.state === 'added';
    const isShort = isPair && part.value.length <= MAX_PASSAGE && next.value.length <= MAX_PASSAGE;
    if (isShort && restOf(deadline) > 0) {
      parts.push(...trimmed(compareWords(wordsIn(part.value), wordsIn(next.value), deadline)));
      index += 1;
    } else parts.push(part);
  }
  return joined(parts);
}

function compareWords(before: string[], after: string[], deadline: number): Part<string>[] {
  const rest = restOf(deadline);
  const found = rest > 0 ? diffArrays(before, after, { timeout: rest }) : undefined;
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

/** Whether a value is none. */
export const isEmpty = (value: Json | undefined): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
