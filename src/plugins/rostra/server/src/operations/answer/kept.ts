import { LRUCache } from 'lru-cache';
import type { Answer } from '../../resource/endpoint';

/** A finished answer, and the versions of the tables that it was made of; `version` stands for them in its tag. */
interface Kept {
  versions: string;
  version: string;
  answer: Answer & { body: Buffer };
}

const MEGABYTE = 1_048_576;
/** One answer may take this share of the room. */
const LARGEST_SHARE = 1 / 8;
/** What an entry takes: the question, the text and its compressed forms, about, and its place. */
const sizeOf = ({ versions, answer }: Kept, question: string): number =>
  (question.length + versions.length) * 2 + Math.ceil(answer.body.length * 1.3) + 500;

let kept: LRUCache<string, Kept> | undefined;
let largest = 0;

/** Gives finished answers room in memory, in megabytes; with 0 none is kept. */
export function keepAnswers(megabytes: number): void {
  const maxSize = megabytes * MEGABYTE;
  kept = megabytes > 0 ? new LRUCache({ maxSize, sizeCalculation: sizeOf }) : undefined;
  largest = maxSize * LARGEST_SHARE;
}

/** The finished answer to a question, if it was made of these versions. */
export function keptAnswer(question: string, versions: string): Kept | undefined {
  const found = kept?.get(question);
  return found?.versions === versions ? found : undefined;
}

/** Keeps a finished answer, if there is room for it. */
export function keep(question: string, { versions, version, answer }: Kept): void {
  if (isKeepable(answer.body.length)) kept?.set(question, { versions, version, answer });
}

/** Whether an answer of so many bytes is kept. */
export const isKeepable = (bytes: number): boolean => kept !== undefined && bytes <= largest;

/** How many answers are kept, the bytes that they take, and the bytes that there are for them. */
export const keptRoom = (): { answers: number; bytes: number; limit: number } => ({
  answers: kept?.size ?? 0,
  bytes: kept?.calculatedSize ?? 0,
  limit: kept?.maxSize ?? 0,
});
