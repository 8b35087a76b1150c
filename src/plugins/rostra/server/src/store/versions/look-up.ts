import { entryOf } from '../../../../../../common/maps';
import { compile, ident, parameter, sql } from '../../sql/sql';
import type { Run } from '../database';
import { ROW_DELTA, VERSIONS } from './triggers';

/** The versions of all tables at one moment. */
export interface Versions {
  /** The version of these tables together: a text that changes with every commit of a transaction that wrote to one. */
  forTables(tables: readonly string[]): string;
  /** The version of all tables together. */
  readonly total: string;
}

/** Above so many rows, they are compacted to one for each table. */
const MAX_ROWS = 1_000;

/** Returns rows only if something has changed since the known total. */
const changes = compile(
  sql`with total as (select bit_xor(stamp) as stamp, count(*) as rows from ${ident(VERSIONS)})
    select v.part, bit_xor(v.stamp)::text, total.stamp::text, total.rows::int from total, ${ident(VERSIONS)} v
    where total.stamp is distinct from ${parameter('known')}::bigint group by v.part, total.stamp, total.rows`,
);

const compact = compile(
  sql`with gone as (delete from ${ident(VERSIONS)} returning part, stamp, delta)
    insert into ${ident(VERSIONS)} select part, bit_xor(stamp), ${ROW_DELTA} from gone group by part`,
);

const cleanUp = compile(sql`vacuum (analyze) ${ident(VERSIONS)}`);

interface VersionLookUp {
  versions: Versions;
  /** The number of rows in the table of versions; 0 if nothing has changed. */
  rows: number;
}

/** Looks the versions up with one small statement; returns `known` if nothing has changed since. */
export async function lookUp(run: Run, known?: Versions): Promise<VersionLookUp> {
  const rows = (await run(changes, { known: known?.total ?? null })) as [string, string, string, number][];
  const [first] = rows;
  if (!first) return { versions: known ?? versionsOf('', new Map()), rows: 0 };
  return { versions: versionsOf(first[2], new Map(rows.map(([part, stamp]) => [part, stamp]))), rows: first[3] };
}

/** Compacts the rows of each table to one once there are many. Versions stay the same for concurrent readers. */
export async function compactVersions(run: Run, rows: number): Promise<void> {
  if (rows <= MAX_ROWS) return;
  await run(compact);
  await run(cleanUp);
}

function versionsOf(total: string, stamps: ReadonlyMap<string, string>): Versions {
  // Callers pass the same few lists of tables.
  const cache = new WeakMap<readonly string[], string>();
  return {
    total,
    forTables: (tables) => entryOf(cache, tables, () => tables.map((table) => stamps.get(table) ?? '').join()),
  };
}
