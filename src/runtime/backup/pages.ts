import type { FileHandle } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/*
 * The checksums of PostgreSQL's pages, as its `storage/checksum_impl.h` defines them.
 */

export const PAGE_BYTES = 8192;
/** The pages in a file of a relation; the rest is in further files: `16384.1`. */
const PAGES_OF_A_FILE = 131_072;

const CHECKSUM_AT = 8;
const UPPER_AT = 14;

const PRIME = 16_777_619;
const SUMS = 32;
const OFFSETS = [
  0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c, 0xf8d4474f,
  0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb, 0xe58f764b, 0x187636bc,
  0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4, 0x783125bb, 0x6ca8eaa2, 0xe407eac6,
  0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756,
];

/** How often a page that looks damaged is read again, and the pause before, in ms: PostgreSQL may be writing it. */
export const READS = 20;
export const PAUSE_MS = 10;
/** The number of damaged pages in a part that prove it damaged as a whole: the others are not read again. */
const ENOUGH = 20;

/** The number of a file's first page if it is a file of a relation, relative to the cluster's folder; otherwise undefined. */
export function firstPageOf(name: string): number | undefined {
  const [found, segment = '0'] = /^(?:base\/\d+|global)\/\d+(?:_(?:fsm|vm|init))?(?:\.(\d+))?$/.exec(name) ?? [];
  return found === undefined ? undefined : Number(segment) * PAGES_OF_A_FILE;
}

/** Whether a page has its checksum, or was never written. */
export function isSound(page: Buffer, number: number): boolean {
  if (page.readUInt16LE(UPPER_AT) === 0) return page.every((byte) => byte === 0);
  return page.readUInt16LE(CHECKSUM_AT) === checksumOf(page, number);
}

/** The checksum that a page should have. */
export function checksumOf(page: Buffer, number: number): number {
  // As integers of 32 bits, in the byte order of all platforms that Node.js runs on.
  const words = new Int32Array(PAGE_BYTES / 4);
  page.copy(Buffer.from(words.buffer));
  // The checksum itself counts as 0.
  words[CHECKSUM_AT / 4] = (words[CHECKSUM_AT / 4] as number) & 0xffff0000;
  const sums = Int32Array.from(OFFSETS);
  for (let at = 0; at < words.length; at += SUMS)
    for (let sum = 0; sum < SUMS; sum += 1) sums[sum] = mix(sums[sum] as number, words[at + sum] as number);
  let whole = 0;
  for (const sum of sums) whole ^= mix(mix(sum, 0), 0);
  return (((whole ^ number) >>> 0) % 65_535) + 1;
}

function mix(sum: number, value: number): number {
  const mixed = sum ^ value;
  return Math.imul(mixed, PRIME) ^ (mixed >>> 17);
}

/**
 * Finds the damaged pages of a part of a relation's file. A page that PostgreSQL is writing is read again, into the part.
 * @param position where the part begins in the file, a multiple of the size of a page
 * @returns the numbers of damaged pages; the last one may be cut
 */
export async function damagedPages(
  part: Buffer,
  { position, firstPage, source }: { position: number; firstPage: number; source: FileHandle },
): Promise<number[]> {
  const damaged: number[] = [];
  for (let at = 0; at < part.length; at += PAGE_BYTES) {
    const page = part.subarray(at, at + PAGE_BYTES);
    const number = firstPage + (position + at) / PAGE_BYTES;
    for (let reads = 1; !isWhole(page, number); reads += 1) {
      if (reads === READS || damaged.length >= ENOUGH) {
        damaged.push(number);
        break;
      }
      await pause(PAUSE_MS);
      const { bytesRead } = await source.read(page, 0, page.length, position + at);
      // PostgreSQL has removed the end of the file; its log has that, too.
      if (bytesRead === 0) break;
    }
  }
  return damaged;
}

const isWhole = (page: Buffer, number: number): boolean => page.length === PAGE_BYTES && isSound(page, number);
