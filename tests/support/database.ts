import type { Client } from 'pg';
import { withClient } from '../../src/runtime/pg-client';
import { sql, testService } from './client';
import { waitFor } from './wait-for';

/** Runs `work` on a separate connection to the database of the service under test. */
export const withConnection = <T>(work: (client: Client) => Promise<T>): Promise<T> =>
  withClient({ connectionString: testService.databaseUrl }, work);

/** Runs `work` while other transactions cannot use a table, or in the mode `share` not write to it; `isAwaited` tells whether one waits for it. */
export const withHeldTable = (
  connectionString: string,
  table: string,
  mode: 'access exclusive' | 'share',
  work: (isAwaited: () => Promise<boolean>) => Promise<void>,
): Promise<void> =>
  withClient({ connectionString }, async (client) => {
    await client.query(`begin; lock table ${table} in ${mode} mode`);
    await work(async () => {
      const { rows } = await client.query('select 1 from pg_locks where not granted and relation = $1::regclass', [
        table,
      ]);
      return rows.length > 0;
    });
    await client.query('rollback');
  });

/** Number of rows above which the service compacts the versions. */
const COMPACTION_ROWS = 1_000;

/** Makes many empty changes, and reads until the service has compacted their versions. */
export async function compactVersions(read: () => Promise<void>): Promise<void> {
  const rows = async () => (await sql('select count(*)::int as count from rostra_versions'))[0]?.count as number;
  await withConnection((client) =>
    client.query(
      `do $$ begin for i in 1..${COMPACTION_ROWS * 2} loop update docs set id = id where false; commit; end loop; end $$`,
    ),
  );
  expect(await rows()).toBeGreaterThan(COMPACTION_ROWS);
  await waitFor(async () => {
    await read();
    return (await rows()) < COMPACTION_ROWS;
  });
}
