import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Change } from '../../../../rostra/server/src/plan/plan';
import type { ChangeAction } from '../shared/changes';
import type { PageOf, Problem, ProblemKind } from '../shared/content-import';

export const PAGE_SIZE = 20;

/** Where a line stands in the plan's file: eight bytes for its place, four for its length. */
const ENTRY = 12;
const NEWLINE = 10;
/** How many entries are kept in memory before they are written. */
const AT_ONCE = 4096;

export const planIn = (folder: string): string => path.join(folder, 'plan.ndjson');
const indexIn = (folder: string, resource: string, action: ChangeAction): string =>
  path.join(folder, `index.${resource}.${action}`);
const problemsIn = (folder: string, kind: ProblemKind): string => path.join(folder, `${kind}.json`);

/** Notes where each change stands in a plan, so that a page of many is read as quickly as one of few. */
export async function writeIndex(folder: string, progress: (records: number) => void): Promise<void> {
  const indexes = new Map<string, { handle: FileHandle; entries: Buffer[] }>();
  const flush = async ({ handle, entries }: { handle: FileHandle; entries: Buffer[] }) => {
    await handle.write(Buffer.concat(entries.splice(0)));
  };
  let done = 0;
  try {
    for await (const { text, at } of linesOf(planIn(folder))) {
      const { resource, action } = headOf(text);
      if (action !== 'create' && action !== 'change') continue;
      const file = indexIn(folder, resource, action);
      const index = indexes.get(file) ?? { handle: await open(file, 'w', 0o600), entries: [] };
      indexes.set(file, index);
      const entry = Buffer.alloc(ENTRY);
      entry.writeBigUInt64LE(BigInt(at));
      entry.writeUInt32LE(text.length, 8);
      if (index.entries.push(entry) >= AT_ONCE) await flush(index);
      done += 1;
      if (done % 1000 === 0) progress(done);
    }
    for (const index of indexes.values()) await flush(index);
  } finally {
    for (const { handle } of indexes.values()) await handle.close();
  }
}

/** The changes of a page, counted from 1. */
export async function readChanges(
  folder: string,
  { resource, action, page }: { resource: string; action: ChangeAction; page: number },
): Promise<PageOf<Change>> {
  const empty = { rows: [], total: 0, page, pageSize: PAGE_SIZE };
  const index = await open(indexIn(folder, resource, action)).catch(() => undefined);
  if (!index) return empty;
  try {
    const total = Math.floor((await index.stat()).size / ENTRY);
    const entries = Buffer.alloc(PAGE_SIZE * ENTRY);
    const { bytesRead } = await index.read(entries, 0, entries.length, (page - 1) * PAGE_SIZE * ENTRY);
    return { ...empty, total, rows: await linesAt(planIn(folder), entries.subarray(0, bytesRead)) };
  } finally {
    await index.close();
  }
}

async function linesAt(file: string, entries: Buffer): Promise<Change[]> {
  const plan = await open(file);
  try {
    const rows: Change[] = [];
    for (let at = 0; at < entries.length; at += ENTRY) {
      const line = Buffer.alloc(entries.readUInt32LE(at + 8));
      await plan.read(line, 0, line.length, Number(entries.readBigUInt64LE(at)));
      rows.push(JSON.parse(line.toString('utf8')) as Change);
    }
    return rows;
  } finally {
    await plan.close();
  }
}

/** Which problems are wanted: those of one file, with a text in them. */
export interface Wanted {
  kind: ProblemKind;
  file?: string;
  text?: string;
  page: number;
}

/** The problems of a page that fit. */
export async function readProblems(folder: string, { kind, file, text, page }: Wanted): Promise<PageOf<Problem>> {
  const all = JSON.parse(await readFile(problemsIn(folder, kind), 'utf8').catch(() => '[]')) as Problem[];
  const words = text?.trim().toLowerCase() ?? '';
  const fits = (each: Problem) =>
    (file === undefined || each.file === file) &&
    [each.path, each.code, each.message, each.value ?? ''].some((part) => part.toLowerCase().includes(words));
  const found = all.filter(fits);
  return {
    rows: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    total: found.length,
    page,
    pageSize: PAGE_SIZE,
  };
}

export { problemsIn };

/** The resource and the kind of a change stand before its fields, which may be long. */
function headOf(line: Buffer): { resource: string; action: string } {
  const found = /"resource":"([^"]*)"/.exec(line.toString('latin1', 0, 4096));
  const action = /"action":"([a-z]+)"/.exec(line.toString('latin1', 0, 4096));
  return { resource: found?.[1] ?? '', action: action?.[1] ?? '' };
}

/** The lines of a file as bytes, with their places. */
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
