import Cursor from 'pg-cursor';
import { openReader, type ReadVersions } from '../../store/readers';
import type { Reading } from '../reading';

/** Rows that are fetched first, as long as nobody knows how wide they are; then about so many characters, at once. */
const FIRST_ROWS = 16;
const CHARACTERS = 262_144;
const MOST_ROWS = 500;

type OfRows = Extract<Reading, { afterRows: unknown }>;

/**
 * The text of an answer of many rows, in pieces, as they are read: one statement, of one moment. The connection is held
 * until the last piece is taken, or the taker goes.
 */
export async function* textOfRows(
  { statement, values, afterRows }: OfRows,
  wanted: ReadVersions,
): AsyncGenerator<string> {
  const { client } = await openReader(wanted, 'longReads');
  const cursor = client.query(new Cursor<[string]>(statement.text, statement.values(values), { rowMode: 'array' }));
  let failure: Error | undefined;
  try {
    let count = 0;
    let next = FIRST_ROWS;
    for (let rows = await cursor.read(next); rows.length > 0; rows = await cursor.read(next)) {
      const text = rows.map(([row]) => row).join(',');
      yield `${count === 0 ? '{"rows":[' : ','}${text}`;
      count += rows.length;
      next = Math.min(Math.max(Math.floor((CHARACTERS * rows.length) / text.length), 1), MOST_ROWS);
    }
    yield `${count === 0 ? '{"rows":[' : ''}],${afterRows(count)}`;
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    if (!failure) await cursor.close().catch((error: Error) => (failure = error));
    client.release(failure);
  }
}
