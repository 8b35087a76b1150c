import { Readable } from 'node:stream';
import type { Answer } from '../../resource/endpoint';
import { type ReadVersions, readRows } from '../../store/readers';
import { tablesOf } from '../../store/versions/ensure';
import type { Versions } from '../../store/versions/look-up';
import { etagOf, tagOfVersion, versionOf, versionTag } from '../etag';
import type { ReadQuery } from '../read';
import { cacheAnswer, cachedAnswer, isCacheable } from './cache';
import { spool } from './spool';
import { streamRows } from './stream-rows';

/** Answers of more characters are streamed: of one that takes seconds, the first rows go out after a tenth of a second. */
const STREAM_THRESHOLD = 393_216;

/** What an answer is cached and shared by: its query, the versions of the tables it reads, and their hash in tags. */
interface AnswerKey {
  query: string;
  versions: string;
  version: string;
}

/** Resolves waiting callers with the complete answer, or with nothing if it is too large to cache. */
type Resolve = (answer?: Answer) => void;

/** Complete answers in flight, by version; identical reads wait for them (single-flight). */
const inFlight = new Map<string, Promise<Answer | undefined>>();

/** Reads since the start: not modified, from the cache, shared with an identical read, from the database. */
export const readCounts = { notModified: 0, cached: 0, shared: 0, read: 0 };

/**
 * Answers a read from data at `versions` or later. Costs no statement if the client has the answer (`If-None-Match`) or
 * if the cache has it. Errors: those of the query.
 */
export async function answerRead(read: ReadQuery, versions: Versions, ifNoneMatch: string): Promise<Answer> {
  const { statement, values } = read;
  const source: ReadVersions = { tables: tablesOf(statement), versions };
  const query = `${statement.name} ${JSON.stringify(statement.values(values))}`;
  const tableVersions = versions.forTables(source.tables);
  const cached = cachedAnswer(query, tableVersions);
  const key = { query, versions: tableVersions, version: cached?.version ?? versionOf(query, tableVersions) };
  const etag = tagOfVersion(ifNoneMatch, key.version);
  if (etag) {
    readCounts.notModified += 1;
    return { status: 304, headers: { etag } };
  }
  if (cached) {
    readCounts.cached += 1;
    return cached.answer;
  }
  return shareRead(key.version, async (resolve) => {
    if ('suffix' in read) return answerRows(read, source, key, resolve);
    const [row] = await readRows(statement, values, source);
    return completeAnswer(key, Buffer.from(read.format(row)), resolve);
  });
}

function completeAnswer(key: AnswerKey, body: Buffer, resolve: Resolve, etag = etagOf(body, key.version)): Answer {
  const answer = { status: 200, body, headers: { etag } };
  cacheAnswer(key.query, { ...key, answer });
  resolve(answer);
  return answer;
}

/** Concurrent reads of the same version share one query (single-flight). */
async function shareRead(version: string, read: (resolve: Resolve) => Promise<Answer>): Promise<Answer> {
  const other = inFlight.get(version);
  if (other) {
    const answer = await other;
    readCounts[answer ? 'shared' : 'read'] += 1;
    // An answer too large to cache cannot be shared: each caller reads its own.
    return answer ?? read(() => undefined);
  }
  readCounts.read += 1;
  let resolve: Resolve = () => undefined;
  const complete = new Promise<Answer | undefined>((settle) => (resolve = settle));
  inFlight.set(version, complete);
  complete.then(() => inFlight.delete(version));
  try {
    return await read(resolve);
  } catch (error) {
    resolve();
    throw error;
  }
}

/** Streams a long answer; completes a short one first. */
async function answerRows(
  read: Extract<ReadQuery, { suffix: unknown }>,
  source: ReadVersions,
  key: AnswerKey,
  resolve: Resolve,
): Promise<Answer> {
  const texts = streamRows(read, source);
  const start: string[] = [];
  let length = 0;
  for (let next = await texts.next(); !next.done; next = await texts.next()) {
    start.push(next.value);
    length += next.value.length;
    if (length > STREAM_THRESHOLD) {
      const etag = versionTag(key.version);
      const complete = (body?: Buffer) => (body ? completeAnswer(key, body, resolve, etag) : resolve());
      const body = Readable.from(spool(collect(chunksOf(start, texts), complete)));
      // A stream destroyed before its first chunk never starts the generators, so they do not clean up by themselves.
      body.once('close', () => {
        texts.return(undefined).catch(() => undefined);
        resolve();
      });
      return { status: 200, body, headers: { etag } };
    }
  }
  return completeAnswer(key, Buffer.from(start.join('')), resolve);
}

async function* chunksOf(start: string[], rest: AsyncGenerator<string>): AsyncGenerator<Buffer> {
  for (const text of start.splice(0)) yield Buffer.from(text);
  for await (const text of rest) yield Buffer.from(text);
}

/** Passes chunks on, then calls `complete` with all of them; with nothing as soon as they are too large to cache. */
async function* collect(chunks: AsyncGenerator<Buffer>, complete: (body?: Buffer) => void): AsyncGenerator<Buffer> {
  let collected: Buffer[] | undefined = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (collected && isCacheable(bytes)) collected.push(chunk);
    else if (collected) {
      collected = undefined;
      complete();
    }
    yield chunk;
  }
  if (collected) complete(Buffer.concat(collected));
}
