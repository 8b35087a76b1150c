import { sql } from '../sql/sql';
import { type Run, runOnce } from './database';

/** The names of existing tables, indexes and sequences, and of triggers as `table.trigger`. */
export type Catalog = ReadonlySet<string>;

/**
 * Reads which objects exist. Creating them "if not exists" would lock the tables at every start, and wait for transactions
 * that write to them, such as an import.
 */
export async function readCatalog(run: Run): Promise<Catalog> {
  const names = await runOnce(
    run,
    sql`select relname::text from pg_class where relnamespace = current_schema()::regnamespace
      union all select relname || '.' || tgname from pg_trigger join pg_class c on c.oid = tgrelid where relnamespace = current_schema()::regnamespace`,
  );
  return new Set(names.map(([name]) => name as string));
}
