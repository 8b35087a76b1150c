import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { passwordOf, SUPERUSER } from '../postgres/cluster';
import type { Placement } from '../postgres/placement';
import { freePort } from '../postgres/port';
import { launchServer } from '../postgres/server';
import { StartError } from '../start-error';

/** A restored server that accepts connections. */
export interface RecoveredServer {
  port: number;
  timeline: number;
  /**
   * The last replayed transaction, with PostgreSQL's notation of its time; undefined if there was none after the
   * backup.
   */
  lastTransaction: string | undefined;
  /** The position of the last record that was replayed; undefined if there was none. */
  redoneTo: string | undefined;
}

/** The SQLSTATE of a refused password. */
const INVALID_PASSWORD = '28P01';

interface Recovery {
  /** The new cluster, with its own log file. */
  placement: Placement;
  options: string[];
  /** Files that may have the database's password. */
  passwords: string[];
}

/** PostgreSQL reached the end of its log before the requested moment. */
export class LogEndError extends Error {
  constructor(
    readonly lastTransaction: string | undefined,
    /** The position of the last record that was replayed. */
    readonly redoneTo: string | undefined,
  ) {
    super('the log ends before the requested moment');
  }
}

/**
 * Starts a server on a copied cluster and waits, without limit, until it has replayed its log and accepts connections.
 * @throws LogEndError, or StartError with the end of its log.
 */
export async function recover({ placement, options, passwords: files }: Recovery): Promise<RecoveredServer> {
  const port = await freePort();
  const begin = existsSync(placement.logFile) ? readFileSync(placement.logFile).length : 0;
  const log = () => readFileSync(placement.logFile).subarray(begin).toString();
  const { isAlive } = launchServer(placement, { port, options });
  const own = passwordOf(placement.dataDir);
  const passwords = [...new Set([own, ...files.map(read)])].filter((password) => password !== '');
  for (;;) {
    const answers: (number | 'refused' | 'starting')[] = [];
    for (const password of passwords) {
      const answer = await timelineOf({ port, password, own });
      if (typeof answer === 'number')
        return { port, timeline: answer, lastTransaction: lastTransactionIn(log()), redoneTo: redoneTo(log()) };
      answers.push(answer);
    }
    if (answers.every((answer) => answer === 'refused'))
      throw new StartError(
        'The restored database refuses every known password, and nothing was changed: the file postgres-password is damaged or missing in the data folder and in the backups. Copy it from wherever the folder data of a backup is sound.',
      );
    if (!isAlive()) throw failureOf(log());
    await pause(200);
  }
}

function failureOf(log: string): Error {
  if (log.includes('recovery ended before configured recovery target was reached')) {
    return new LogEndError(lastTransactionIn(log), redoneTo(log));
  }
  return new StartError(`PostgreSQL could not replay its log:\n${log.split('\n').slice(-30).join('\n')}`);
}

const lastTransactionIn = (log: string): string | undefined =>
  [...log.matchAll(/last completed transaction was at log time (.+)/g)].at(-1)?.[1];

const redoneTo = (log: string): string | undefined =>
  [...log.matchAll(/redo done at ([0-9A-F]+\/[0-9A-F]+)/g)].at(-1)?.[1];

/** The text of a file; empty if it is missing or cannot be read. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

/** The server's timeline once it accepts connections. Sets its password to that of the data folder. */
async function timelineOf({
  port,
  password,
  own,
}: {
  port: number;
  password: string;
  own: string;
}): Promise<number | 'refused' | 'starting'> {
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
  } catch (error) {
    return (error as { code?: string }).code === INVALID_PASSWORD ? 'refused' : 'starting';
  }
  try {
    if (password !== own) await client.query(`alter role ${SUPERUSER} password ${client.escapeLiteral(own)}`);
    const { rows } = await client.query('select pg_walfile_name(pg_current_wal_lsn()) as segment');
    return Number.parseInt(rows[0].segment.slice(0, 8), 16);
  } finally {
    await client.end().catch(() => undefined);
  }
}
