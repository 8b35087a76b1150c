import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { chain } from 'stream-chain';
import { parser } from 'stream-json';
import { streamArray } from 'stream-json/streamers/StreamArray';
import { allResources } from '../resource/registry';
import type { Resource } from '../resource/resource';

/** Records of one resource, from one place; they can be read more than once. */
export interface Source {
  of: Resource;
  /** What a fault calls it: the file's path as it was given. */
  label: string;
  bytes: number;
  records(): AsyncIterable<SourceRecord>;
}

/** One record of a source and where it stands: counted from 1. */
export interface SourceRecord {
  record: number;
  value: unknown;
  /** The line in which it stands, where a record is a line. */
  line?: number;
}

/** A path that cannot be read as records: no such file, no resource of its name, no JSON. */
export class SourceError extends Error {}

/**
 * The sources behind paths: files named after resources (`rs_bills.json`, `reps.ndjson`), or folders of them.
 * They come in the order of the registry. Errors: SourceError that names every fault.
 */
export async function sourcesOf(paths: string[]): Promise<Source[]> {
  const faults: string[] = [];
  const files = (await Promise.all(paths.map((each) => filesAt(each, faults)))).flat();
  const sources = await Promise.all(files.map((file) => sourceOf(file, faults)));
  if (faults.length > 0) throw new SourceError(faults.join('\n'));
  const order = allResources();
  return sources.flatMap((source) => source ?? []).sort((a, b) => order.indexOf(a.of) - order.indexOf(b.of));
}

/** The resources that files can hold: those of which records are made. */
const importable = (): Resource[] => allResources().filter(({ operations }) => operations.includes('create'));

const ENDINGS = ['.json', '.ndjson', '.jsonl'];

async function filesAt(given: string, faults: string[]): Promise<string[]> {
  const found = await stat(given).catch(() => undefined);
  if (!found) {
    faults.push(`${given}: no such file or folder`);
    return [];
  }
  if (!found.isDirectory()) return [given];
  const names = (await readdir(given)).filter((name) => ENDINGS.includes(path.extname(name))).sort();
  if (names.length === 0) faults.push(`${given}: no ${ENDINGS.join(' or ')} file in this folder`);
  return names.map((name) => path.join(given, name));
}

async function sourceOf(file: string, faults: string[]): Promise<Source | undefined> {
  const ending = path.extname(file);
  const name = path.basename(file, ending);
  const of = importable().find((each) => each.name === name);
  if (!of || !ENDINGS.includes(ending)) {
    faults.push(
      `${file}: a file is named after its resource, one of ${importable()
        .map((each) => each.name)
        .join(', ')}, and ends in ${ENDINGS.join(' or ')}`,
    );
    return undefined;
  }
  const { size } = await stat(file);
  const isArray = ending === '.json' && (await beginsWithBracket(file));
  return { of, label: file, bytes: size, records: () => (isArray ? arrayRecords(file) : lineRecords(file)) };
}

/** Whether the first character that is no white space is `[`; else the file is read line by line. */
async function beginsWithBracket(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
    return /^\uFEFF?\s*(\[|$)/.test(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await handle.close();
  }
}

async function* arrayRecords(file: string): AsyncIterable<SourceRecord> {
  const stream = chain([
    createReadStream(file, { highWaterMark: 1 << 20 }),
    parser({ packValues: true, streamValues: false }),
    streamArray(),
  ]);
  try {
    for await (const { key, value } of stream as AsyncIterable<{ key: number; value: unknown }>) {
      yield { record: key + 1, value };
    }
  } catch (error) {
    throw new SourceError(`${file}: no JSON array: ${(error as Error).message}`);
  }
}

async function* lineRecords(file: string): AsyncIterable<SourceRecord> {
  let line = 0;
  let record = 0;
  for await (const each of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1;
    const content = each.replace(/^\uFEFF/, '').trim();
    if (content === '') continue;
    record += 1;
    yield { record, line, value: parseLine(file, line, content) };
  }
}

function parseLine(file: string, line: number, content: string): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch (error) {
    throw new SourceError(`${file}, line ${line}: no JSON: ${(error as Error).message}`);
  }
}
