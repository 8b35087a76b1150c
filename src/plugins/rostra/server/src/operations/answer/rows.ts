import Cursor from 'pg-cursor';
import { reader, type Wanted } from '../../store/readers';
import type { Reading } from '../reading';

/** Rows that are fetched at once. */
const BATCH = 500;

type OfRows = Extract<Reading, { afterRows: unknown }>;

/**
 * The text of an answer of many rows, in pieces, as they are read: one statement, of one moment. The connection is held
 * until the last piece is taken, or the taker goes.
 */
export async function* textOfRows({ statement, values, afterRows }: OfRows, wanted: Wanted): AsyncGenerator<string> {
  const { client } = await reader(wanted, true);
  const cursor = client.query(new Cursor<[string]>(statement.text, statement.values(values), { rowMode: 'array' }));
  let failure: Error | undefined;
  try {
    let count = 0;
    for (let rows = await cursor.read(BATCH); rows.length > 0; rows = await cursor.read(BATCH)) {
      yield `${count === 0 ? '{"rows":[' : ','}${rows.map(([row]) => row).join(',')}`;
      count += rows.length;
    }
    yield `${count === 0 ? '{"rows":[' : ''}],${afterRows(count)}`;
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    if (!failure) await cursor.close();
    client.release(failure);
  }
}
