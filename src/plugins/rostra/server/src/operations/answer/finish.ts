import { Readable } from 'node:stream';
import type { Answer } from '../../resource/endpoint';
import { type ReadVersions, readRows } from '../../store/readers';
import { tablesOf } from '../../store/versions/ensure';
import type { Versions } from '../../store/versions/look-up';
import { etagOf, tagOfVersion, versionOf, versionTag } from '../etag';
import type { Reading } from '../reading';
import { isKeepable, keep, keptAnswer } from './kept';
import { textOfRows } from './rows';
import { unhurried } from './unhurried';

/** An answer of more characters is sent while it is read: of one that takes seconds, some go out in a tenth of one. */
const AT_ONCE = 393_216;

/** A question, the versions of the tables that it is about, and what stands for both in tags. */
interface Asked {
  question: string;
  versions: string;
  version: string;
}

/** Who waits for the whole of an answer is told of it, or that it is not to be had. */
type Tell = (answer?: Answer) => void;

/** The whole of what is being read now, by question and version: who asks the same waits for it. */
const underway = new Map<string, Promise<Answer | undefined>>();

/** How reads have been answered since the start: that nothing has changed, from memory, with others, from the database. */
export const answered = { notModified: 0, kept: 0, shared: 0, read: 0 };

/**
 * Answers a read as the data stand at `versions`, or later. What the asker has already (`If-None-Match`), and what has
 * been answered since the last change, costs no statement. Errors: those of the reading.
 */
export async function finish(reading: Reading, versions: Versions, ifNoneMatch: string): Promise<Answer> {
  const { statement, values } = reading;
  const wanted: ReadVersions = { tables: tablesOf(statement), versions };
  const question = `${statement.name} ${JSON.stringify(statement.values(values))}`;
  const ofTables = versions.of(wanted.tables);
  const found = keptAnswer(question, ofTables);
  const asked = { question, versions: ofTables, version: found?.version ?? versionOf(question, ofTables) };
  const etag = tagOfVersion(ifNoneMatch, asked.version);
  if (etag) {
    answered.notModified += 1;
    return { status: 304, headers: { etag } };
  }
  if (found) {
    answered.kept += 1;
    return found.answer;
  }
  return shared(asked.version, async (tell) => {
    if ('afterRows' in reading) return answerOfRows(reading, wanted, asked, tell);
    const [row] = await readRows(statement, values, wanted);
    return whole(asked, Buffer.from(reading.whole(row)), tell);
  });
}

/** An answer that is known to its end. */
function whole(asked: Asked, body: Buffer, tell: Tell, etag = etagOf(body, asked.version)): Answer {
  const answer = { status: 200, body, headers: { etag } };
  keep(asked.question, { ...asked, answer });
  tell(answer);
  return answer;
}

async function shared(version: string, make: (tell: Tell) => Promise<Answer>): Promise<Answer> {
  const other = underway.get(version);
  if (other) {
    const answer = await other;
    answered[answer ? 'shared' : 'read'] += 1;
    // What is not to be had whole is read by each for themselves.
    return answer ?? make(() => undefined);
  }
  answered.read += 1;
  let tell: Tell = () => undefined;
  const told = new Promise<Answer | undefined>((resolve) => (tell = resolve));
  underway.set(version, told);
  told.then(() => underway.delete(version));
  try {
    return await make(tell);
  } catch (error) {
    tell();
    throw error;
  }
}

/** Sends a long answer while it is read; a short one is finished first. */
async function answerOfRows(
  reading: Extract<Reading, { afterRows: unknown }>,
  wanted: ReadVersions,
  asked: Asked,
  tell: Tell,
): Promise<Answer> {
  const texts = textOfRows(reading, wanted);
  const begun: string[] = [];
  let length = 0;
  for (let next = await texts.next(); !next.done; next = await texts.next()) {
    begun.push(next.value);
    length += next.value.length;
    if (length > AT_ONCE) {
      const etag = versionTag(asked.version);
      const take = (body?: Buffer) => (body ? whole(asked, body, tell, etag) : tell());
      const body = Readable.from(unhurried(kept(piecesOf(begun, texts), take)));
      // What is let go before its first piece is taken has not begun, and ends nothing by itself.
      body.once('close', () => {
        texts.return(undefined).catch(() => undefined);
        tell();
      });
      return { status: 200, body, headers: { etag } };
    }
  }
  return whole(asked, Buffer.from(begun.join('')), tell);
}

async function* piecesOf(begun: string[], rest: AsyncGenerator<string>): AsyncGenerator<Buffer> {
  for (const text of begun.splice(0)) yield Buffer.from(text);
  for await (const text of rest) yield Buffer.from(text);
}

/** Gives the pieces on, and all of them together to `take`, or nothing when they are too many to be kept. */
async function* kept(pieces: AsyncGenerator<Buffer>, take: (body?: Buffer) => void): AsyncGenerator<Buffer> {
  let seen: Buffer[] | undefined = [];
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (seen && isKeepable(bytes)) seen.push(piece);
    else if (seen) {
      seen = undefined;
      take();
    }
    yield piece;
  }
  if (seen) take(Buffer.concat(seen));
}
