import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';

/** Bytes of an index entry: eight for the offset of a line, four for its length, four for the number of its record. */
const ENTRY_BYTES = 16;
const LENGTH_AT = 8;
const NUMBER_AT = 12;
const NEWLINE = 10;
/** Entries buffered before they are written. */
const FLUSH_ENTRIES = 4096;

/**
 * Indexes lines of a file by their offsets, so that reading some takes the same time wherever they are. `entryOf` names the index
 * that a line belongs to, and the record that `findIndexed` finds it by.
 */
export async function writeIndexes(
  file: string,
  entryOf: (line: Buffer) => { index: string; number?: number } | undefined,
  progress: (lines: number) => void,
): Promise<void> {
  const indexes = new Map<string, { handle: FileHandle; entries: Buffer[] }>();
  const flush = async ({ handle, entries }: { handle: FileHandle; entries: Buffer[] }) => {
    await handle.write(Buffer.concat(entries.splice(0)));
  };
  let done = 0;
  try {
    for await (const { text, at } of linesOf(file)) {
      const found = entryOf(text);
      if (!found) continue;
      const { index: name, number = 0 } = found;
      const index = indexes.get(name) ?? { handle: await open(name, 'w', 0o600), entries: [] };
      indexes.set(name, index);
      const entry = Buffer.alloc(ENTRY_BYTES);
      entry.writeBigUInt64LE(BigInt(at));
      entry.writeUInt32LE(text.length, LENGTH_AT);
      entry.writeInt32LE(number, NUMBER_AT);
      if (index.entries.push(entry) >= FLUSH_ENTRIES) await flush(index);
      done += 1;
      if (done % 1000 === 0) progress(done);
    }
    for (const index of indexes.values()) await flush(index);
  } finally {
    for (const { handle } of indexes.values()) await handle.close();
  }
}

/** Reads some of the indexed lines of a file, of several indexes one after the other; `total` counts all. */
export async function readIndexed(
  file: string,
  indexes: string[],
  { skip, take }: { skip: number; take: number },
): Promise<{ lines: string[]; total: number }> {
  const found: Buffer[] = [];
  let total = 0;
  for (const name of indexes) {
    const index = await open(name).catch(() => undefined);
    if (!index) continue;
    try {
      const count = Math.floor((await index.stat()).size / ENTRY_BYTES);
      const from = Math.max(0, skip - total);
      const entries = Buffer.alloc(Math.max(0, Math.min(take - found.length, count - from)) * ENTRY_BYTES);
      await index.read(entries, 0, entries.length, from * ENTRY_BYTES);
      for (let at = 0; at < entries.length; at += ENTRY_BYTES) found.push(entries.subarray(at, at + ENTRY_BYTES));
      total += count;
    } finally {
      await index.close();
    }
  }
  return { lines: await linesAt(file, found), total };
}

/** Reads the lines of some records; of none if there is no such index. */
export async function findIndexed(file: string, index: string, numbers: Set<number>): Promise<string[]> {
  const entries = await readFile(index).catch(() => Buffer.alloc(0));
  const found: Buffer[] = [];
  for (let at = 0; at < entries.length; at += ENTRY_BYTES)
    if (numbers.has(entries.readInt32LE(at + NUMBER_AT))) found.push(entries.subarray(at, at + ENTRY_BYTES));
  return linesAt(file, found);
}

async function linesAt(file: string, entries: Buffer[]): Promise<string[]> {
  if (entries.length === 0) return [];
  const handle = await open(file);
  try {
    const lines: string[] = [];
    for (const entry of entries) {
      const line = Buffer.alloc(entry.readUInt32LE(LENGTH_AT));
      await handle.read(line, 0, line.length, Number(entry.readBigUInt64LE()));
      lines.push(line.toString('utf8'));
    }
    return lines;
  } finally {
    await handle.close();
  }
}

/** Yields the lines of a file as bytes, with their offsets. */
async function* linesOf(file: string): AsyncIterable<{ text: Buffer; at: number }> {
  let rest: Buffer[] = [];
  let at = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      const text = Buffer.concat([...rest, chunk.subarray(from, end)]);
      rest = [];
      yield { text, at };
      at += text.length + 1;
      from = end + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
}
