import { startPostgres } from '../support/postgres.mjs';
import { parentOf } from '../support/usage.mjs';
import { trackStatements } from './statements.mjs';

/** Starts a PostgreSQL for a whole run; `process` is the parent of its processes, undefined where unavailable. */
export async function openDatabase() {
  const database = await startPostgres({
    // Requests are counted as in production, but none is rejected.
    RATE_LIMIT: '1000000000',
    RATE_LIMIT_WRITES: '1000000000',
    EMBEDDED_POSTGRES_OPTIONS: 'shared_preload_libraries=pg_stat_statements',
  });
  await database.query('create extension if not exists pg_stat_statements', [], 'postgres');
  await trackStatements(database.query, 'none');
  const [{ pid }] = await database.query(`select pid from pg_stat_activity where backend_type = 'checkpointer'`);
  return { ...database, process: parentOf(pid) };
}

/** Copies our database as a plain Strapi would have it: the same rows and indexes, without our triggers. */
export async function copyForStock({ query, copyDatabase }, name) {
  await copyDatabase(name);
  const triggers = await query(
    `select tgname as name, tgrelid::regclass::text as table from pg_trigger where not tgisinternal`,
    [],
    name,
  );
  for (const trigger of triggers) await query(`drop trigger "${trigger.name}" on ${trigger.table}`, [], name);
  await query('vacuum analyze', [], name);
}
