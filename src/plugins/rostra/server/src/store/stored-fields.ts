import { timeSlices } from '../../../../../common/concurrency/time-slices';
import type { JsonObject } from '../../../../../common/json';
import type { Resource } from '../resource/resource';
import { expressions } from '../resource/shape';
import type { Scope } from '../sql/scope';
import { object, sql } from '../sql/sql';
import type { Run } from './database';
import { readByKeyset } from './keyset';

/** Some fields of a stored record, in canonical form. */
export interface StoredFields {
  number: number;
  record: JsonObject;
}

/** Reads fields of all records of a resource, by public id in ascending order, `size` records per statement. */
export async function* storedFields(
  resource: Resource,
  names: string[],
  run: Run,
  size = 500,
): AsyncGenerator<StoredFields> {
  const yieldToOthers = timeSlices();
  const reading = {
    name: `fields ${names.join(' ')}`,
    columns: (scope: Scope) => [sql`${object(expressions(resource, names, scope))}::text`],
    size,
  };
  for await (const rows of readByKeyset<[string]>(resource, reading, run)) {
    for (const [number, text] of rows) {
      await yieldToOthers();
      yield { number, record: JSON.parse(text) as JsonObject };
    }
  }
}
