import { sql } from '../sql/sql';
import { type Run, runOnce } from './database';

/** Names of what a database has: tables, indexes, sequences, and triggers as `table.trigger`. */
export type Present = ReadonlySet<string>;

/**
 * Reads what is there already. To make it "if not exists" would lock the tables at every start, and wait for whoever is
 * writing to them, an import for instance.
 */
export async function readPresent(run: Run): Promise<Present> {
  const names = await runOnce(
    run,
    sql`select relname::text from pg_class where relnamespace = current_schema()::regnamespace
      union all select relname || '.' || tgname from pg_trigger join pg_class c on c.oid = tgrelid where relnamespace = current_schema()::regnamespace`,
  );
  return new Set(names.map(([name]) => name as string));
}
