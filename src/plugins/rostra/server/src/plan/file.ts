import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { tryParseJson } from '../../../../../common/json';
import type { Change, Identified, PlanEdit, Said, Summary } from './types';

/** The first line of a plan's file. */
interface Head {
  rostra: 'plan';
  version: typeof PLAN_VERSION;
  id: string;
  made: string;
  /** The files that were planned. */
  sources: string[];
  /** The identity of the database. */
  database: string;
  /** Fields by which records without public id were matched. */
  match?: string[];
  /** The name of the source that the records come from. */
  sourceName?: string;
}

/** Thrown for a file that is not a complete plan, or that cannot be written. */
export class PlanFileError extends Error {}

/** Writes a plan line by line. The file gets its name when it is complete. */
export interface PlanWriter {
  write(change: Change): Promise<void>;
  note(said: Said): Promise<void>;
  edit(edit: PlanEdit): Promise<void>;
  identify(identified: Identified): Promise<void>;
  finish(summary: Summary): Promise<void>;
  abandon(): Promise<void>;
}

/** The version of the form of plans. Those of another one must be made again. */
export const PLAN_VERSION = 8;

/** Refuses to overwrite a file that is not a plan. Errors: PlanFileError. */
export async function ensureReplaceable(file: string): Promise<void> {
  for await (const text of linesOf(file)) {
    if ((tryParseJson(text) as Partial<Head> | undefined)?.rostra === 'plan') return;
    throw new PlanFileError(`${file} exists and is not a plan: choose another name`);
  }
}

/** Opens a new plan file. Errors: PlanFileError if it cannot be written. */
export function writePlan(
  file: string,
  origin: Pick<Head, 'sources' | 'database' | 'match' | 'sourceName'>,
): PlanWriter {
  const draft = `${file}.part`;
  const stream = createWriteStream(draft, { mode: 0o600 });
  stream.on('error', () => undefined);
  const drained = () => (stream.errored ? Promise.reject(stream.errored) : once(stream, 'drain'));
  const hash = createHash('sha256');
  const line = async (value: unknown) => {
    const text = `${JSON.stringify(value)}\n`;
    hash.update(text);
    if (!stream.write(text)) await settleWrite(file, drained());
  };
  const head: Head = {
    rostra: 'plan',
    version: PLAN_VERSION,
    id: randomUUID(),
    made: new Date().toISOString(),
    ...origin,
  };
  const headWritten = line(head);
  return {
    write: async (change) => {
      await headWritten;
      await line(change);
    },
    note: async (said) => {
      await headWritten;
      await line({ said });
    },
    edit: async ({ kind, ...edit }) => {
      await headWritten;
      // The kind comes first: an index of the lines needs no more.
      await line({ edit: { kind, ...edit } });
    },
    identify: async (identified) => {
      await headWritten;
      await line({ identified });
    },
    finish: async (summary) => {
      await headWritten;
      await line({ summary });
      await line({ sha256: hash.copy().digest('hex') });
      stream.end();
      await settleWrite(file, finished(stream));
      await rename(draft, file);
    },
    abandon: async () => {
      if (!stream.closed) await new Promise<void>((resolve) => stream.once('close', () => resolve()).destroy());
      await rm(draft, { force: true });
    },
  };
}

/** A complete plan in a file. */
export interface StoredPlan {
  head: Head;
  summary: Summary;
  changes(): AsyncIterable<Change>;
  /** What is to be noted of the input. */
  said(): AsyncIterable<Said>;
  /** What people have done since the last import. */
  edits(): AsyncIterable<PlanEdit>;
  /** The identifiers that records have at the source of the import. */
  identified(): AsyncIterable<Identified>;
  /** The records of which any line holds values. */
  records(): AsyncIterable<Pick<Change, 'resource' | 'number'>>;
}

/**
 * Opens a plan file. Reads all of it first, so that an incomplete plan is never begun. Errors: PlanFileError for a file that
 * is not a plan, was cut off, or was changed.
 */
export async function openPlan(file: string): Promise<StoredPlan> {
  const hash = createHash('sha256');
  let head: Head | undefined;
  let summary: Summary | undefined;
  let checksum: string | undefined;
  for await (const text of linesOf(file)) {
    if (checksum !== undefined) throw new PlanFileError(`${file}: this plan was changed: more text follows its end`);
    const value = tryParseJson(text);
    if (!head) head = parseHead(value, file);
    else if (isChecksum(value)) checksum = value.sha256 === hash.copy().digest('hex') ? value.sha256 : '';
    else if (isSummary(value)) ({ summary } = value);
    hash.update(`${text}\n`);
  }
  if (!head) throw new PlanFileError(`${file}: no such file, or an empty one`);
  if (!summary || !checksum) throw new PlanFileError(`${file}: this plan is incomplete or was changed; make it again`);
  return {
    head,
    summary,
    changes: () => find(file, changeIn),
    said: () => find(file, ({ said }) => said),
    edits: () => find(file, ({ edit }) => edit),
    identified: () => find(file, ({ identified }) => identified),
    records: () => find(file, (line) => changeIn(line) ?? line.said ?? line.edit ?? line.identified),
  };
}

/** A line of the file, as far as it holds anything of a record. */
type Line = Partial<Change> & { said?: Said; edit?: PlanEdit; identified?: Identified };

const changeIn = (line: Line): Change | undefined => (line.action ? (line as Change) : undefined);

async function* find<T>(file: string, contentOf: (line: Line) => T | undefined): AsyncIterable<T> {
  for await (const text of linesOf(file)) {
    const content = contentOf(tryParseJson(text) as Line);
    if (content) yield content;
  }
}

/** The lines of a file; none if it does not exist. Errors: PlanFileError for anything but a file. */
async function* linesOf(file: string): AsyncIterable<string> {
  const stats = await stat(file).catch(() => undefined);
  if (!stats) return;
  if (!stats.isFile()) throw new PlanFileError(`${file} is not a file`);
  let rest = '';
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 18 })) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Waits for a write. Errors: PlanFileError if it fails. */
async function settleWrite(file: string, work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    throw new PlanFileError(`${file}: the plan could not be written: ${(error as Error).message}`);
  }
}

function parseHead(value: unknown, file: string): Head {
  const head = value as Head | undefined;
  if (head?.rostra !== 'plan') throw new PlanFileError(`${file}: this is not a plan; make one with "content plan"`);
  if (head.version !== PLAN_VERSION)
    throw new PlanFileError(`${file}: another version of Rostra made this plan; make it again`);
  return head;
}

const isChecksum = (value: unknown): value is { sha256: string } =>
  typeof (value as { sha256?: unknown } | undefined)?.sha256 === 'string';

const isSummary = (value: unknown): value is { summary: Summary } =>
  typeof (value as { summary?: unknown } | undefined)?.summary === 'object';
