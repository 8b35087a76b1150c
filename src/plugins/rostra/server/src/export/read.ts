import type { Json, JsonObject } from '../../../../../common/json';
import { canonical } from '../operations/record';
import type { Resource } from '../resource/resource';
import { column, from, open } from '../sql/scope';
import { parameter, prepared, sql } from '../sql/sql';
import type { Run } from '../store/database';
import { readStoredOf } from '../store/read';
import { condition } from '../store/selection';

/** How many records are read at a time. */
const AT_ONCE = 200;

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
  const names = Object.keys(filters).sort();
  const statement = prepared(of, `numbers ${names.join(' ')}`, () => {
    const scope = open(of.uid);
    const key = column(scope, of.key.attribute);
    return sql`select ${key} from ${from(scope)} where ${key} > ${parameter('after')}::int and ${condition(of, names, scope)} order by ${key} limit ${sql.lit(AT_ONCE)}`;
  });
  // The index of a term may be 0.
  let after = -1;
  for (;;) {
    const numbers = (await run(statement, { ...filters, after })).map(([number]) => number as number);
    for (const { number, stored } of await readStoredOf(of, numbers, run, false)) yield exported(of, number, stored);
    after = numbers.at(-1) ?? after;
    if (numbers.length < AT_ONCE) return;
  }
}

/** How many records there are. */
export async function countRecords({ of, filters }: Chosen, run: Run): Promise<number> {
  const names = Object.keys(filters).sort();
  const statement = prepared(of, `count ${names.join(' ')}`, () => {
    const scope = open(of.uid);
    return sql`select count(*) from ${from(scope)} where ${condition(of, names, scope)}`;
  });
  const [found] = await run(statement, filters);
  return Number(found?.[0] ?? 0);
}

function exported(of: Resource, number: number, stored: string): Exported {
  const { record, findings } = canonical(of, stored);
  return {
    number,
    record: { [of.key.name]: number, ...record },
    faults: findings.faults.map(({ path, message }) => `${path}: ${message}`),
  };
}
