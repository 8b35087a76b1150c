import { compile, sql } from '../sql/sql';
import type { Run } from './database';

/** What tells a database from every other one: a plan for one means nothing in another. */
export async function identityOf(run: Run): Promise<string> {
  const [[system, oid] = []] = await run(identity);
  return `${system}/${oid}`;
}

const identity = compile(
  sql`select (select system_identifier::text from pg_control_system()), (select oid::text from pg_database where datname = current_database())`,
);
