import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { connectionOptions } from './database-url';
import type { Settings } from './settings';
import { StartError } from './start-error';

/** An empty statement: a server that is well answers it, whatever else it is doing, and counts it nowhere. */
const NOTHING = '--';

/** How often the database is asked while work is under way, as a part of DATABASE_TIMEOUT. */
const OFTEN = 1 / 3;

/**
 * Does work that needs the database, and gives up when that falls silent for DATABASE_TIMEOUT: a connection which nobody
 * answers any more would keep a start, or a command, for ever. Waiting for another process, or for a long statement, is no
 * silence. What is refused or broken off the work itself is told.
 * @throws StartError when the database is silent; the work is left as it stands, so the process is to end.
 */
export async function whileAnswered<T>(settings: Settings, work: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  try {
    return await Promise.race([work(), silenceOf(settings, over.signal)]);
  } finally {
    over.abort();
  }
}

/** What a person is told of a database that is silent. */
export const silent = ({ databaseTimeout }: Settings): StartError =>
  new StartError(
    `The database of DATABASE_URL has not answered for ${databaseTimeout} s (DATABASE_TIMEOUT). Does its address lead to a PostgreSQL server that runs?`,
  );

/** Never resolves; rejects as soon as the database is silent. */
async function silenceOf(settings: Settings, signal: AbortSignal): Promise<never> {
  const limit = settings.databaseTimeout * 1000;
  for (;;) {
    if (signal.aborted) await new Promise(() => undefined);
    await pause(limit * OFTEN, undefined, { signal, ref: false }).catch(() => undefined);
    if (!signal.aborted && !(await isAnswered(settings, limit))) throw silent(settings);
  }
}

/** Whether the database says anything within so many milliseconds, be it a refusal. */
async function isAnswered({ databaseUrl = '' }: Settings, limit: number): Promise<boolean> {
  const client = new Client(connectionOptions(databaseUrl));
  client.on('error', () => undefined);
  const asking = client
    .connect()
    .then(() => client.query(NOTHING))
    .catch(() => undefined)
    .then(() => true);
  const isIt = await Promise.race([asking, pause(limit, false, { ref: false })]);
  // Of a silent one nobody waits for the end.
  asking.then(() => client.end()).catch(() => undefined);
  return isIt;
}
