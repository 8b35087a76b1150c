import type { Client } from 'pg';
import { withClient } from '../../src/runtime/pg-client';
import { sql, testService } from './client';
import { waitFor } from './wait-for';

/** Runs `work` on a separate connection to the database of the service under test. */
export const withConnection = <T>(work: (client: Client) => Promise<T>): Promise<T> =>
  withClient({ connectionString: testService.databaseUrl }, work);

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
