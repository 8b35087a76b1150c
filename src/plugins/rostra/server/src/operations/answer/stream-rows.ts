import { cursorOf } from '../../store/cursor';
import { openReader, type ReadVersions } from '../../store/readers';
import type { ReadQuery } from '../read';

/** The first fetch, before the width of the rows is known; later ones fetch about `CHUNK_CHARACTERS` each. */
const FIRST_ROWS = 16;
const CHUNK_CHARACTERS = 262_144;
const MAX_ROWS = 500;

type RowsQuery = Extract<ReadQuery, { suffix: unknown }>;

/**
 * Streams the text of an answer of many rows: one statement, one snapshot. Holds its connection until the last chunk is
 * taken or the generator is returned.
 */
export async function* streamRows(
  { statement, values, suffix }: RowsQuery,
  source: ReadVersions,
): AsyncGenerator<string> {
  const { client } = await openReader(source, 'longReads');
  const cursor = client.query(cursorOf<[string]>(statement, values));
  let failure: Error | undefined;
  try {
    let count = 0;
    let next = FIRST_ROWS;
    for (let rows = await cursor.read(next); rows.length > 0; rows = await cursor.read(next)) {
      const text = rows.map(([row]) => row).join(',');
      yield `${count === 0 ? '{"rows":[' : ','}${text}`;
      count += rows.length;
      next = Math.min(Math.max(Math.floor((CHUNK_CHARACTERS * rows.length) / text.length), 1), MAX_ROWS);
    }
    yield `${count === 0 ? '{"rows":[' : ''}],${suffix(count)}`;
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    if (!failure) await cursor.close().catch((error: Error) => (failure = error));
    client.release(failure);
  }
}
