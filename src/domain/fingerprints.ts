import { createHash } from 'node:crypto';
import type { Origin } from '../common/findings';
import { groupBy } from '../common/maps';

/** Fingerprints of the keys of records of one resource, to find those with the same key: a few bytes for each of a million. */
export interface Fingerprints {
  /** Notes the key of a record, instead of an earlier one; of one that is being checked with `judged`. */
  set(number: number, key: string, judged?: Origin): void;
  /** Forgets a record. */
  delete(number: number): void;
  /** The records that share a key, in the order of their numbers, and where those that are being checked come from. */
  groups(): Sharing[][];
}

/** A record whose key others have as well. */
export interface Sharing {
  number: number;
  judged?: Origin;
}

/** Objects for each record of an import would be most of what planning it keeps; numbers in typed arrays are not. */
const ROWS = 4_096;
/** The columns of a row: the fingerprint; the file, or one of the two below; the record there; its line, 0 for none. */
const WIDTH = 4;
const STORED = -2;
const WITHOUT_PLACE = -1;

export function openFingerprints(resource: string): Fingerprints {
  const rows = new Map<number, number>();
  const blocks: Float64Array[] = [];
  const files: string[] = [];
  let count = 0;
  const rowOf = (row: number): Float64Array => {
    const start = (row % ROWS) * WIDTH;
    return (blocks[Math.floor(row / ROWS)] ?? new Float64Array()).subarray(start, start + WIDTH);
  };
  const add = (number: number): number => {
    if (count % ROWS === 0) blocks.push(new Float64Array(ROWS * WIDTH));
    rows.set(number, count);
    count += 1;
    return count - 1;
  };
  const fileOf = (name: string): number => {
    const known = files.lastIndexOf(name);
    return known < 0 ? files.push(name) - 1 : known;
  };
  const originOf = (number: number, [, file = STORED, record = 0, line = 0]: Float64Array): Sharing => {
    if (file === STORED) return { number };
    if (file === WITHOUT_PLACE) return { number, judged: { resource, number } };
    const at = { file: files[file] ?? '', record, ...(line > 0 && { line }) };
    return { number, judged: { resource, number, at } };
  };
  return {
    set: (number, key, judged) => {
      const at = judged?.at;
      const file = at ? fileOf(at.file) : judged ? WITHOUT_PLACE : STORED;
      rowOf(rows.get(number) ?? add(number)).set([fingerprintOf(key), file, at?.record ?? 0, at?.line ?? 0]);
    },
    delete: (number) => void rows.delete(number),
    groups: () => {
      const prints = new Float64Array(rows.size);
      let index = 0;
      for (const row of rows.values()) {
        prints[index] = rowOf(row)[0] ?? 0;
        index += 1;
      }
      const shared = new Set(prints.sort().filter((print, at) => print === prints[at - 1]));
      const found: (Sharing & { print: number })[] = [];
      for (const [number, row] of rows) {
        const cells = rowOf(row);
        const [print = 0] = cells;
        if (shared.has(print)) found.push({ print, ...originOf(number, cells) });
      }
      const groups = [...groupBy(found, ({ print }) => print).values()];
      return groups.map((each) => each.sort((a, b) => a.number - b.number));
    },
  };
}

/** 48 bits: among a million keys, the chance of any collision is about one in five hundred. */
const fingerprintOf = (key: string): number => createHash('sha1').update(key).digest().readUIntBE(0, 6);
