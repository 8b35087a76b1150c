import { entryOf } from '../../../../../../common/maps';
import { compile, ident, parameter, sql } from '../../sql/sql';
import type { Run } from '../database';
import { CHANGE, VERSIONS } from './triggers';

/** The versions of all tables at one moment. */
export interface Versions {
  /** A text for these tables: another one as soon as a transaction that wrote to any of them is committed. */
  of(tables: readonly string[]): string;
  /** All of them at once. */
  readonly total: string;
}

/** Above so many rows they are put together, one for each table. */
const MANY_ROWS = 1_000;

/** Answers rows only when something has changed since the total that is known. */
const changes = compile(
  sql`with total as (select bit_xor(stamp) as stamp, count(*) as rows from ${ident(VERSIONS)})
    select v.part, bit_xor(v.stamp)::text, total.stamp::text, total.rows::int from total, ${ident(VERSIONS)} v
    where total.stamp is distinct from ${parameter('known')}::bigint group by v.part, total.stamp, total.rows`,
);

const together = compile(
  sql`with gone as (delete from ${ident(VERSIONS)} returning part, stamp, delta)
    insert into ${ident(VERSIONS)} select part, bit_xor(stamp), ${CHANGE} from gone group by part`,
);

const cleanUp = compile(sql`vacuum (analyze) ${ident(VERSIONS)}`);

/** What has been looked up, and how many rows that was. */
interface Found {
  versions: Versions;
  rows: number;
}

/** Looks the versions up with one small statement; answers what is known already when nothing has changed since. */
export async function lookUp(run: Run, known?: Versions): Promise<Found> {
  const rows = (await run(changes, { known: known?.total ?? null })) as [string, string, string, number][];
  const [first] = rows;
  if (!first) return { versions: known ?? versionsOf('', new Map()), rows: 0 };
  return { versions: versionsOf(first[2], new Map(rows.map(([part, stamp]) => [part, stamp]))), rows: first[3] };
}

/** Puts the rows of each table together, once there are many; whoever reads meanwhile sees the same versions. */
export async function putTogether(run: Run, rows: number): Promise<void> {
  if (rows <= MANY_ROWS) return;
  await run(together);
  await run(cleanUp);
}

function versionsOf(total: string, stamps: ReadonlyMap<string, string>): Versions {
  // The same few lists of tables are asked for as long as nothing changes.
  const known = new WeakMap<readonly string[], string>();
  return {
    total,
    of: (tables) => entryOf(known, tables, () => tables.map((table) => stamps.get(table) ?? '').join()),
  };
}
