import { createId } from '@paralleldrive/cuid2';
import type { Json } from '../../../../../../common/json';
import { columnOf, type Model } from '../../sql/model';
import { id, parameter, sql } from '../../sql/sql';
import { type Run, runOnce } from '../database';
import { newIds, renamed, typeOf } from './statements';

/** A row to be made: its public identifier (null: the next one), and columns, the same ones in each row. */
export interface NewEntry {
  number: number | null;
  values?: Record<string, Json>;
}

/**
 * Inserts rows of a content type; answers identifier and row of those made, in order. An identifier that somebody else has
 * taken meanwhile is left to them.
 */
export async function insertEntries(
  of: Model,
  entries: NewEntry[],
  keyAttribute: string,
  run: Run,
): Promise<{ number: number; row: number }[]> {
  const ids = await newIds(of.tableName, entries.length, run);
  const key = columnOf(of, keyAttribute);
  const attributes = Object.keys(entries[0]?.values ?? {}).filter((name) => name !== keyAttribute);
  const columns = attributes.map((attribute) => id(columnOf(of, attribute)));
  const types = attributes.map((attribute) => sql`${id(columnOf(of, attribute))} ${sql.raw(typeOf(of, attribute))}`);
  const records = entries.map(({ number, values }, index) => ({
    ...renamed(of, values ?? {}),
    id: ids[index],
    document_id: createId(),
    [key]: number,
  }));
  const fixed = [id('id'), id('document_id'), id(key)];
  const inserted = await runOnce(
    run,
    sql`insert into ${id(of.tableName)} (${sql.join([...fixed, ...columns])}, created_at, updated_at, published_at)
      select ${sql.join([...fixed, ...columns].map((column) => sql`r.${column}`))}, n.now, n.now, n.now
      from jsonb_to_recordset(${parameter('records')}::jsonb) as r(${sql.join([sql`id int`, sql`document_id text`, sql`${id(key)} int`, ...types])}),
        (select now() at time zone 'UTC' as now) n
      on conflict (${id(key)}) do nothing returning id, ${id(key)}`,
    { records: JSON.stringify(records) },
  );
  const numbers = new Map(inserted.map(([row, number]) => [row as number, number as number]));
  return ids.flatMap((row) => {
    const number = numbers.get(row);
    return number === undefined ? [] : { row, number };
  });
}
