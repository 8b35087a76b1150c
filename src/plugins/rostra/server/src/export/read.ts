import type { Json, JsonObject } from '../../../../../common/json';
import { canonical } from '../operations/record';
import type { Resource } from '../resource/resource';
import type { Run } from '../store/database';
import { readStoredOf } from '../store/read';
import { numbersOf } from '../store/selection';

/** Some records of one resource: those for which the filters hold, by their parsed values. */
export interface Chosen {
  of: Resource;
  filters: Record<string, Json>;
}

/** A record as it can be imported: create input with its identifier. */
export interface Exported {
  number: number;
  record: JsonObject;
  /** What an import would refuse of it: it came into the database past the rules. */
  faults: string[];
}

/** Reads records by identifier, some hundred at a time, with all that is stored of them but for what follows from the rest. */
export async function* readRecords({ of, filters }: Chosen, run: Run): AsyncGenerator<Exported> {
  for await (const numbers of numbersOf(of, filters, run)) {
    for (const { number, stored } of await readStoredOf(of, numbers, run, false)) yield exported(of, number, stored);
  }
}

function exported(of: Resource, number: number, stored: string): Exported {
  const { record, findings } = canonical(of, stored);
  return {
    number,
    record: { [of.key.name]: number, ...record },
    faults: findings.faults.map(({ path, message }) => `${path}: ${message}`),
  };
}
