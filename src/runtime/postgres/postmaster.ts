import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '../pg-client';
import { StartError } from '../start-error';
import { passwordOf, SUPERUSER } from './cluster';
import type { Placement } from './placement';
import { commandLine, processExists } from './processes';

/** Larger than any process id: PostgreSQL treats a lock file with it as that of a dead server. */
const NOBODY = 2_147_483_646;

export interface Postmaster {
  pid: number;
  port: number;
  /** Whether it is shutting down and refuses new connections. */
  isStopping: boolean;
}

/** The server of this cluster, if its process is running. */
export function runningPostmaster(placement: Placement): Postmaster | undefined {
  const noted = recordedPostmaster(placement);
  return noted && isServerOf(noted.pid, placement.cluster) ? noted : undefined;
}

/** The server in the lock file `postmaster.pid`, which may have been killed; undefined after a clean stop. */
export function recordedPostmaster({ cluster }: Placement): Postmaster | undefined {
  const lines = lockLines(cluster);
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && port > 0 ? { pid, port, isStopping: lines[7]?.trim() === 'stopping' } : undefined;
}

/**
 * Replaces the process id in a killed server's lock file if another program has it now, since PostgreSQL would refuse
 * to start. The rest stays, so that PostgreSQL still checks for orphans of the killed server.
 */
export function clearStaleLockOwner({ cluster }: Placement): void {
  const lines = lockLines(cluster);
  const pid = Number(lines[0]);
  if (!(pid > 0) || !processExists(pid) || isServerOf(pid, cluster)) return;
  writeFileSync(lockFile(cluster), [NOBODY, ...lines.slice(1)].join('\n'));
}

/** Waits until the server accepts connections; false if its process ends first, even if another server has its port. */
export async function isReady(
  placement: Placement,
  { port, isAlive }: { port: number; isAlive: () => boolean },
): Promise<boolean> {
  for (let attempt = 0; attempt < 1200; attempt++) {
    const failure = await connectionFailure(placement, port);
    if (!isAlive()) return false;
    if (!failure) return true;
    if (failure === '28P01') {
      throw new StartError(`The embedded database rejects the password in ${placement.dataDir}.`);
    }
    await pause(100);
  }
  throw new StartError(`The embedded database does not answer; its log is ${placement.logFile}.`);
}

/** The connection URL of a database of the embedded server. */
export function addressOf({ dataDir }: Placement, port: number, database: string): string {
  return `postgresql://${SUPERUSER}:${passwordOf(dataDir)}@127.0.0.1:${port}/${database}`;
}

async function connectionFailure(placement: Placement, port: number): Promise<string | undefined> {
  const connectionString = addressOf(placement, port, 'postgres');
  return withClient({ connectionString, connectionTimeoutMillis: 5000 }, async () => undefined).catch(
    (error: NodeJS.ErrnoException) => error.code ?? 'UNKNOWN',
  );
}

function isServerOf(pid: number, cluster: string): boolean {
  if (process.platform === 'win32') return processExists(pid);
  const command = commandLine(pid);
  return command.includes('postgres') && command.includes(cluster);
}

function lockLines(cluster: string): string[] {
  try {
    return readFileSync(lockFile(cluster), 'utf8').split('\n');
  } catch {
    return [];
  }
}

function lockFile(cluster: string): string {
  return path.join(cluster, 'postmaster.pid');
}
