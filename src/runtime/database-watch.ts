import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { connectionOptions } from './database-url';
import type { Settings } from './settings';
import { StartError } from './start-error';

/** An empty statement: a healthy server answers it under any load and counts it nowhere. */
const NOTHING = '--';

/** The pause between probes, as a fraction of DATABASE_TIMEOUT. */
const OFTEN = 1 / 3;

/**
 * Runs work that needs the database and gives up when the database has been silent for DATABASE_TIMEOUT: a connection
 * without answers would block a start or a command forever. Waiting for another process or a long statement is not
 * silence. Errors of the work itself pass through.
 * @throws StartError when the database is silent; the work is left as it is, so the process must end.
 */
export async function failOnSilence<T>(settings: Settings, work: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  try {
    return await Promise.race([work(), rejectOnSilence(settings, over.signal)]);
  } finally {
    over.abort();
  }
}

/** The error for a silent database. */
export const silenceError = ({ databaseTimeout }: Settings): StartError =>
  new StartError(
    `The database of DATABASE_URL has not answered for ${databaseTimeout} s (DATABASE_TIMEOUT). Is a PostgreSQL server running at its address?`,
  );

/** Never resolves; rejects once the database is silent. */
async function rejectOnSilence(settings: Settings, signal: AbortSignal): Promise<never> {
  const limit = settings.databaseTimeout * 1000;
  for (;;) {
    if (signal.aborted) await new Promise(() => undefined);
    await pause(limit * OFTEN, undefined, { signal, ref: false }).catch(() => undefined);
    if (!signal.aborted && !(await isAnswered(settings, limit))) throw silenceError(settings);
  }
}

/** Whether the database responds within this many milliseconds, even with a refusal. */
async function isAnswered({ databaseUrl = '' }: Settings, limit: number): Promise<boolean> {
  const client = new Client(connectionOptions(databaseUrl));
  client.on('error', () => undefined);
  const response = client
    .connect()
    .then(() => client.query(NOTHING))
    .catch(() => undefined)
    .then(() => true);
  const isAnswering = await Promise.race([response, pause(limit, false, { ref: false })]);
  // Do not wait for a silent database.
  response.then(() => client.end()).catch(() => undefined);
  return isAnswering;
}
