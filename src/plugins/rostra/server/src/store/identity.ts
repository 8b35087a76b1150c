import { compile, sql } from '../sql/sql';
import type { Run } from './database';

/** An id of this database that survives renames and restarts. A plan is valid for one database only. */
export async function databaseIdentity(run: Run): Promise<string> {
  const [[system, oid] = []] = await run(identity);
  return `${system}/${oid}`;
}

const identity = compile(
  sql`select (select system_identifier::text from pg_control_system()), (select oid::text from pg_database where datname = current_database())`,
);
