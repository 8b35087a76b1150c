import { Client } from 'pg';
import { connectionOptions } from './database-url';
import { failOnSilence, silenceError } from './database-watch';
import type { Settings } from './settings';
import { StartError } from './start-error';

/** The key of our PostgreSQL advisory lock. */
const LOCK = 7_267_872;

/**
 * Runs work that changes tables or fills an empty database, in one process at a time. The lock ends with the process.
 * @throws StartError when the database cannot be reached, or falls silent.
 */
export async function withDatabaseLock<T>(settings: Settings, work: () => Promise<T>): Promise<T> {
  const { databaseUrl = '', databaseTimeout } = settings;
  const client = new Client({
    ...connectionOptions(databaseUrl),
    connectionTimeoutMillis: databaseTimeout * 1000,
  });
  client.on('error', () => undefined);
  await client.connect().catch((error) => {
    if (/timeout expired/.test(error.message)) throw silenceError(settings);
    throw new StartError(`The database of DATABASE_URL is unreachable: ${error.message || error.code}`);
  });
  return failOnSilence(settings, () => locked(client, work));
}

async function locked<T>(client: Client, work: () => Promise<T>): Promise<T> {
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    return await work();
  } finally {
    await client.end().catch(() => undefined);
  }
}
