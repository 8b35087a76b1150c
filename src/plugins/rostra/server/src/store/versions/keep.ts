import { entryOf } from '../../maps';
import { id, type Statement, sql } from '../../sql/sql';
import { type Run, runOnce } from '../database';
import type { Present } from '../present';

/** Rows of what has moved: as many for a table as transactions have written to it since they were put together. */
export const VERSIONS = 'rostra_versions';

/** The name of the triggers. */
const TRIGGER = 'rostra_moved';

/**
 * Makes what moves the version of a table with each committed transaction that writes to it, whatever door it comes
 * through. A transaction adds a row of its own, with a stamp of chance: writers never wait for each other, the row is seen
 * from the moment that the data are, and the stamps of a table, taken together with xor, are no other set's.
 *
 * What a table means may have changed since the last start (a column more): every start moves all of them.
 */
export async function ensureVersions(present: Present, run: Run): Promise<void> {
  if (!present.has(VERSIONS)) {
    await runOnce(run, sql`create table ${id(VERSIONS)} (part text not null, stamp bigint not null)`);
  }
  await runOnce(run, moved);
  watched = await tablesToWatch(run);
  for (const table of watched) {
    if (present.has(`${table}.${TRIGGER}`)) continue;
    await runOnce(
      run,
      sql`create trigger ${id(TRIGGER)} after insert or update or delete or truncate on ${id(table)} for each statement execute function ${sql.raw(FUNCTION)}()`,
    );
  }
  await runOnce(run, sql`insert into ${id(VERSIONS)} select part, ${stamp} from ${id(VERSIONS)} group by part`);
}

const FUNCTION = 'rostra_moved';

const stamp = sql`hashtextextended(gen_random_uuid()::text, 0)`;

/** Strapi's tables, which hold the records and who may see them; ours are not read by answers that are kept. */
async function tablesToWatch(run: Run): Promise<Set<string>> {
  const rows = await runOnce(
    run,
    sql`select relname::text from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname not like 'rostra\\_%'`,
  );
  return new Set(rows.map(([name]) => name as string));
}

let watched: ReadonlySet<string> = new Set();

const tables = new WeakMap<Statement, string[]>();

/** The tables whose versions an answer of this statement depends on: all that it names. */
export const tablesOf = (statement: Statement): readonly string[] =>
  entryOf(tables, statement, () =>
    [...new Set(statement.text.match(/\w+/g))].filter((word) => watched.has(word)).sort(),
  );

/** A transaction notes in a setting of its own which tables it has moved: the second statement costs nothing more. */
const moved = sql`create or replace function ${sql.raw(FUNCTION)}() returns trigger language plpgsql security definer set search_path from current as ${sql.lit(
  `declare
    known text := coalesce(current_setting('rostra.moved', true), '');
    own text := tg_table_name || ' ';
  begin
    if strpos(known, ' ' || own) = 0 then
      insert into "${VERSIONS}" values (tg_table_name, hashtextextended(gen_random_uuid()::text, 0));
      perform set_config('rostra.moved', coalesce(nullif(known, ''), ' ') || own, true);
    end if;
    return null;
  end`,
)}`;
