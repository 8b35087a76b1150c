import { Client } from 'pg';
import { context, sql } from './client';

/** Does something on a connection of its own to the database of the service under test. */
export async function connected<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: context.databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Above so many rows the versions are put together. */
const MANY = 1_000;

/** Notes many changes that are none, and reads until the service has put together what they have left behind. */
export async function compactVersions(read: () => Promise<void>): Promise<void> {
  const rows = async () => (await sql('select count(*)::int as count from rostra_versions'))[0]?.count as number;
  await connected((client) =>
    client.query(
      `do $$ begin for i in 1..${MANY * 2} loop update docs set id = id where false; commit; end loop; end $$`,
    ),
  );
  expect(await rows()).toBeGreaterThan(MANY);
  const end = Date.now() + 10_000;
  while ((await rows()) > MANY && Date.now() < end) await read();
  expect(await rows()).toBeLessThan(MANY);
}
