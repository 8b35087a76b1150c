import type { JsonObject } from '../../../../../common/json';
import type { Resource } from '../resource/resource';
import { expressions } from '../resource/shape';
import { column, from, open } from '../sql/scope';
import { object, parameter, prepared, sql } from '../sql/sql';
import type { Run } from '../store/database';
import { takingTurns } from './pauses';

/** How many records are read with one statement. */
const AT_ONCE = 500;

/** Some fields of a stored record, in their canonical form. */
export interface Stored {
  number: number;
  record: JsonObject;
}

/** Reads fields of every stored record of a resource, by identifier; a statement for every 500 records. */
export async function* storedFields(of: Resource, names: string[], run: Run): AsyncGenerator<Stored> {
  const statement = prepared(of, `fields ${names.join(' ')}`, () => {
    const scope = open(of.uid);
    const key = column(scope, of.key.attribute);
    const fields = object(expressions(of, names, scope));
    return sql`select ${key}, ${fields}::text from ${from(scope)} where ${key} > ${parameter('after')}::int order by ${key} limit ${sql.lit(AT_ONCE)}`;
  });
  const letOthers = takingTurns();
  // The index of a term may be 0.
  let after = -1;
  for (;;) {
    const rows = (await run(statement, { after })) as [number, string][];
    for (const [number, text] of rows) {
      await letOthers();
      yield { number, record: JSON.parse(text) as JsonObject };
    }
    after = rows.at(-1)?.[0] ?? after;
    if (rows.length < AT_ONCE) return;
  }
}
