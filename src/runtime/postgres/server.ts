import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../start-error';
import { program } from './binaries';
import type { Placement } from './placement';
import { freePort, isFree, savedPort, savePort } from './port';
import { clearStaleLockOwner, isReady, runningPostmaster } from './postmaster';

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

/** Transient faults: another program just took the port, or a killed server's last processes are still ending. */
const TRANSIENT =
  /Address already in use|could not create any TCP\/IP sockets|shared memory block|is taken by another program/;

const OPTIONS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'timezone=UTC',
  'log_timezone=UTC',
  'jit=off',
];

interface ServerOptions {
  /** Additional options, `name=value`. */
  options: string[];
  /** The required port, where other processes expect the server; if absent, any free one. */
  port?: number | undefined;
  /** The port on which the service will listen: a server that takes it first keeps the service from starting. */
  reserved: number;
}

/**
 * Returns the port of the running server, starting one if necessary. Call it while holding the data folder's lock.
 * @throws StartError with PostgreSQL's own message when it does not start within some seconds.
 */
export async function ensureServer(placement: Placement, server: ServerOptions): Promise<number> {
  const running = runningPostmaster(placement);
  const isAlive = () => runningPostmaster(placement) !== undefined;
  if (running && (await isReady(placement, { port: running.port, isAlive }))) return running.port;
  clearStaleLockOwner(placement);
  for (let attempt = 1; ; attempt++) {
    const outcome = await tryStart(placement, server);
    if (outcome.port) {
      savePort(placement, outcome.port);
      return outcome.port;
    }
    const isTransient = TRANSIENT.test(outcome.log) && attempt < 20;
    if (!isTransient)
      throw new StartError(`The embedded database did not start (${placement.logFile}):\n${outcome.log}`);
    await pause(500);
  }
}

/** Stops the server, if it runs, and waits for its end. */
export async function stopServer(placement: Placement): Promise<void> {
  if (!runningPostmaster(placement)) return;
  const { command, args, options } = stopCommand(placement, '-w');
  await new Promise((resolve) => spawn(command, args, options).once('error', resolve).once('close', resolve));
}

/** Asks the server to stop, without waiting: for a process that is exiting. */
export function requestServerStop(placement: Placement): void {
  const { command, args, options } = stopCommand(placement, '-W');
  spawnSync(command, args, options);
}

function stopCommand({ native, cluster, owner }: Placement, wait: '-w' | '-W') {
  return {
    command: program(native, 'pg_ctl'),
    args: ['stop', '-D', cluster, '-m', 'fast', '-t', '60', wait],
    options: { ...owner, cwd: cluster, stdio: 'ignore' as const, detached: true },
  };
}

async function tryStart(placement: Placement, server: ServerOptions): Promise<{ port?: number; log: string }> {
  if (server.port && !(await isFree(server.port)))
    return { log: `Port ${server.port} is taken by another program, but this service needs its database there.` };
  const port = server.port ?? (await freePort(savedPort(placement), server.reserved));
  const { logFile } = placement;
  if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT_BYTES) renameSync(logFile, `${logFile}.old`);
  const logStart = existsSync(logFile) ? statSync(logFile).size : 0;
  const { isAlive } = launchServer(placement, { port, options: server.options });
  const isUp = await isReady(placement, { port, isAlive });
  return isUp ? { port, log: '' } : { log: readFileSync(logFile).subarray(logStart).toString() };
}

/**
 * Starts the server program, which outlives this process, and returns whether it still runs. It may take long to
 * accept connections.
 */
export function launchServer(
  { native, cluster, owner, logFile }: Placement,
  { port, options }: { port: number; options: string[] },
): { isAlive: () => boolean } {
  const log = openSync(logFile, 'a', 0o600);
  const flags = [...OPTIONS, ...options].flatMap((option) => ['-c', option]);
  // Detached: Ctrl-C at the terminal must not reach the server while the service is still finishing.
  const child = spawn(program(native, 'postgres'), ['-D', cluster, '-p', String(port), ...flags], {
    ...owner,
    cwd: cluster,
    detached: true,
    stdio: ['ignore', log, log],
    // Not the whole environment, which contains secrets.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TZ: process.env.TZ, LC_ALL: 'C' },
  });
  closeSync(log);
  let isEnded = false;
  child.once('error', () => {
    isEnded = true;
  });
  child.once('exit', () => {
    isEnded = true;
  });
  child.unref();
  return { isAlive: () => !isEnded };
}
