import { timeSlices } from '../../../../../common/concurrency/time-slices';
import type { JsonObject } from '../../../../../common/json';
import type { Resource } from '../resource/resource';
import { expressions } from '../resource/shape';
import type { Scope } from '../sql/scope';
import { object, sql } from '../sql/sql';
import type { Run } from './database';
import { inKeyOrder } from './key-order';

/** Some fields of a stored record, in their canonical form. */
export interface Stored {
  number: number;
  record: JsonObject;
}

/** Reads fields of every stored record of a resource, in the order of identifiers; one statement for each `size` records. */
export async function* storedFields(of: Resource, names: string[], run: Run, size = 500): AsyncGenerator<Stored> {
  const letOthers = timeSlices();
  const reading = {
    name: `fields ${names.join(' ')}`,
    columns: (scope: Scope) => [sql`${object(expressions(of, names, scope))}::text`],
    size,
  };
  for await (const rows of inKeyOrder<[string]>(of, reading, run)) {
    for (const [number, text] of rows) {
      await letOthers();
      yield { number, record: JSON.parse(text) as JsonObject };
    }
  }
}
