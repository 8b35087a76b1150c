import { createId } from '@paralleldrive/cuid2';
import { columnOf, type Model } from '../../sql/model';
import { id, parameter, sql } from '../../sql/sql';
import { type Run, runOnce } from '../database';
import { newIds } from './statements';

/**
 * Inserts rows of a content type with the given public identifiers (null: the next one); answers identifier and row of
 * those made, in order. An identifier that somebody else has taken meanwhile is left to them.
 */
export async function insertEntries(
  of: Model,
  keys: (number | null)[],
  keyAttribute: string,
  run: Run,
): Promise<{ number: number; row: number }[]> {
  const ids = await newIds(of.tableName, keys.length, run);
  const records = keys.map((number, index) => ({ id: ids[index], document_id: createId(), number }));
  const key = id(columnOf(of, keyAttribute));
  const inserted = await runOnce(
    run,
    sql`insert into ${id(of.tableName)} (id, document_id, ${key}, created_at, updated_at, published_at) select r.id, r.document_id, r.number, now() at time zone 'UTC', now() at time zone 'UTC', now() at time zone 'UTC' from jsonb_to_recordset(${parameter('records')}::jsonb) as r(id int, document_id text, number int) on conflict (${key}) do nothing returning id, ${key}`,
    { records: JSON.stringify(records) },
  );
  const numbers = new Map(inserted.map(([row, number]) => [row as number, number as number]));
  return ids.flatMap((row) => {
    const number = numbers.get(row);
    return number === undefined ? [] : { row, number };
  });
}
