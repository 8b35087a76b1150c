import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { passwordOf, SUPERUSER } from '../postgres/cluster';
import type { Placement } from '../postgres/placement';
import { freePort } from '../postgres/port';
import { launchServer } from '../postgres/server';
import { StartError } from '../start-error';

/** A restored server that takes connections. */
export interface RecoveredServer {
  port: number;
  timeline: number;
  /** The last transaction that was repeated, as PostgreSQL writes its time; nothing when there was none after the backup. */
  lastTransaction: string | undefined;
}

interface Recovery {
  /** The cluster that is made, with the log file of its own. */
  placement: Placement;
  options: string[];
  /** Where the backup's password of the database may be. */
  oldPassword: string;
}

/** PostgreSQL has come to the end of its log before the moment that was asked for. */
export class LogEndError extends Error {
  constructor(readonly lastTransaction: string | undefined) {
    super('the log ends before');
  }
}

/**
 * Starts a server on a copied cluster, and waits until it has repeated its log and become a server of its own, however long
 * that takes.
 * @throws LogEndError, or StartError with the end of its log.
 */
export async function recover({ placement, options, oldPassword }: Recovery): Promise<RecoveredServer> {
  const port = await freePort();
  const begin = existsSync(placement.logFile) ? readFileSync(placement.logFile).length : 0;
  const log = () => readFileSync(placement.logFile).subarray(begin).toString();
  const { isAlive } = launchServer(placement, { port, options });
  const passwords = [passwordOf(placement.dataDir), ...(existsSync(oldPassword) ? [read(oldPassword)] : [])];
  for (;;) {
    for (const password of passwords) {
      const timeline = await timelineOf({ port, password, own: passwords[0] as string });
      if (timeline !== undefined) return { port, timeline, lastTransaction: lastTransactionIn(log()) };
    }
    if (!isAlive()) throw failureOf(log());
    await pause(200);
  }
}

function failureOf(log: string): Error {
  if (log.includes('recovery ended before configured recovery target was reached')) {
    return new LogEndError(lastTransactionIn(log));
  }
  return new StartError(`PostgreSQL could not repeat its log:\n${log.split('\n').slice(-30).join('\n')}`);
}

const lastTransactionIn = (log: string): string | undefined =>
  [...log.matchAll(/last completed transaction was at log time (.+)/g)].at(-1)?.[1];

const read = (file: string): string => readFileSync(file, 'utf8').trim();

/** The timeline of the server once it takes connections. The password of the data folder is made its own. */
async function timelineOf({ port, password, own }: { port: number; password: string; own: string }) {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password,
    database: 'postgres',
    connectionTimeoutMillis: 5000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch {
    return undefined;
  }
  try {
    if (password !== own) await client.query(`alter role ${SUPERUSER} password ${client.escapeLiteral(own)}`);
    const { rows } = await client.query('select pg_walfile_name(pg_current_wal_lsn()) as segment');
    return Number.parseInt(rows[0].segment.slice(0, 8), 16);
  } finally {
    await client.end().catch(() => undefined);
  }
}
