import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Change, PlanEdit } from '../../../../rostra/server/src/plan/types';
import type { ChangeAction } from '../shared/changes';
import type { PageOf, Problem, ProblemKind } from '../shared/content-import';

export const PAGE_SIZE = 20;

/** Bytes of an index entry: eight for the offset of a line in the plan's file, four for its length. */
const ENTRY_BYTES = 12;
const NEWLINE = 10;
/** Entries buffered before they are written. */
const FLUSH_ENTRIES = 4096;

export const planPath = (folder: string): string => path.join(folder, 'plan.ndjson');
const indexPath = (folder: string, resource: string, action: ChangeAction): string =>
  path.join(folder, `index.${resource}.${action}`);
const problemsPath = (folder: string, kind: ProblemKind): string => path.join(folder, `${kind}.json`);

export const editsPath = (folder: string): string => path.join(folder, 'edits.json');

/** Indexes the changes of a plan by their offset, so that reading a page takes the same time whatever the plan's size. */
export async function writeIndex(folder: string, progress: (records: number) => void): Promise<void> {
  const indexes = new Map<string, { handle: FileHandle; entries: Buffer[] }>();
  const flush = async ({ handle, entries }: { handle: FileHandle; entries: Buffer[] }) => {
    await handle.write(Buffer.concat(entries.splice(0)));
  };
  let done = 0;
  try {
    for await (const { text, at } of linesOf(planPath(folder))) {
      const { resource, action } = headOf(text);
      if (action !== 'create' && action !== 'change') continue;
      const file = indexPath(folder, resource, action);
      const index = indexes.get(file) ?? { handle: await open(file, 'w', 0o600), entries: [] };
      indexes.set(file, index);
      const entry = Buffer.alloc(ENTRY_BYTES);
      entry.writeBigUInt64LE(BigInt(at));
      entry.writeUInt32LE(text.length, 8);
      if (index.entries.push(entry) >= FLUSH_ENTRIES) await flush(index);
      done += 1;
      if (done % 1000 === 0) progress(done);
    }
    for (const index of indexes.values()) await flush(index);
  } finally {
    for (const { handle } of indexes.values()) await handle.close();
  }
}

/** Reads a page of changes; pages count from 1. */
export async function readChanges(
  folder: string,
  { resource, action, page }: { resource: string; action: ChangeAction; page: number },
): Promise<PageOf<Change>> {
  const empty = { rows: [], total: 0, page, pageSize: PAGE_SIZE };
  const index = await open(indexPath(folder, resource, action)).catch(() => undefined);
  if (!index) return empty;
  try {
    const total = Math.floor((await index.stat()).size / ENTRY_BYTES);
    const entries = Buffer.alloc(PAGE_SIZE * ENTRY_BYTES);
    const { bytesRead } = await index.read(entries, 0, entries.length, (page - 1) * PAGE_SIZE * ENTRY_BYTES);
    return { ...empty, total, rows: await linesAt(planPath(folder), entries.subarray(0, bytesRead)) };
  } finally {
    await index.close();
  }
}

async function linesAt(file: string, entries: Buffer): Promise<Change[]> {
  const plan = await open(file);
  try {
    const rows: Change[] = [];
    for (let at = 0; at < entries.length; at += ENTRY_BYTES) {
      const line = Buffer.alloc(entries.readUInt32LE(at + 8));
      await plan.read(line, 0, line.length, Number(entries.readBigUInt64LE(at)));
      rows.push(JSON.parse(line.toString('utf8')) as Change);
    }
    return rows;
  } finally {
    await plan.close();
  }
}

/** A page of problems, limited to those of one file or containing a text. */
export interface ProblemQuery {
  kind: ProblemKind;
  file?: string;
  text?: string;
  page: number;
}

/** Reads a page of the problems that match. */
export async function readProblems(folder: string, { kind, file, text, page }: ProblemQuery): Promise<PageOf<Problem>> {
  const all = JSON.parse(await readFile(problemsPath(folder, kind), 'utf8').catch(() => '[]')) as Problem[];
  const needle = text?.trim().toLowerCase() ?? '';
  const isMatch = (each: Problem) =>
    (file === undefined || each.file === file) &&
    [each.path, each.code, each.message, each.value ?? ''].some((part) => part.toLowerCase().includes(needle));
  const matches = all.filter(isMatch);
  return {
    rows: matches.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    total: matches.length,
    page,
    pageSize: PAGE_SIZE,
  };
}

/** Reads a page of what people have done since the last import. */
export async function readEdits(folder: string, page: number): Promise<PageOf<PlanEdit>> {
  const all = JSON.parse(await readFile(editsPath(folder), 'utf8').catch(() => '[]')) as PlanEdit[];
  return {
    rows: all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    total: all.length,
    page,
    pageSize: PAGE_SIZE,
  };
}

export { problemsPath };

/** Reads the resource and the action of a line without parsing it: they precede the fields, which may be long. */
function headOf(line: Buffer): { resource: string; action: string } {
  const resource = /"resource":"([^"]*)"/.exec(line.toString('latin1', 0, 4096));
  const action = /"action":"([a-z]+)"/.exec(line.toString('latin1', 0, 4096));
  return { resource: resource?.[1] ?? '', action: action?.[1] ?? '' };
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
