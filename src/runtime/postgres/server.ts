import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../start-error';
import { program } from './binaries';
import type { Placement } from './placement';
import { freePort, isFree, keepPort, keptPort } from './port';
import { disownStaleLock, isReady, livingPostmaster } from './postmaster';

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

/** Faults that pass: the port was taken meanwhile, or a killed server's last processes are still ending. */
const PASSING =
  /Address already in use|could not create any TCP\/IP sockets|shared memory block|is taken by another program/;

const OPTIONS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'timezone=UTC',
  'log_timezone=UTC',
  'jit=off',
];

interface Wanted {
  /** Further options, `name=value`. */
  options: string[];
  /** The only port that will do, since others look for the server there; without it any free one does. */
  port?: number | undefined;
}

/**
 * The port of the running server, started when none runs. Call it under the data folder's lock.
 * @throws StartError with PostgreSQL's own message when it does not start within some seconds.
 */
export async function ensureServer(placement: Placement, wanted: Wanted): Promise<number> {
  const running = livingPostmaster(placement);
  const isAlive = () => livingPostmaster(placement) !== undefined;
  if (running && (await isReady(placement, { port: running.port, isAlive }))) return running.port;
  disownStaleLock(placement);
  for (let attempt = 1; ; attempt++) {
    const outcome = await tryStart(placement, wanted);
    if (outcome.port) {
      keepPort(placement, outcome.port);
      return outcome.port;
    }
    const isPassing = PASSING.test(outcome.log) && attempt < 20;
    if (!isPassing) throw new StartError(`The embedded database did not start (${placement.logFile}):\n${outcome.log}`);
    await pause(500);
  }
}

/** Stops the server and waits for its end; nothing happens when none runs. */
export async function stopServer(placement: Placement): Promise<void> {
  if (!livingPostmaster(placement)) return;
  const { command, args, options } = stopCommand(placement, '-w');
  await new Promise((resolve) => spawn(command, args, options).once('error', resolve).once('close', resolve));
}

/** Tells the server to stop without waiting, for the moment when a process ends. */
export function stopServerAtOnce(placement: Placement): void {
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

async function tryStart(placement: Placement, wanted: Wanted): Promise<{ port?: number; log: string }> {
  if (wanted.port && !(await isFree(wanted.port)))
    return { log: `Port ${wanted.port} is taken by another program, and this service looks for its database there.` };
  const port = wanted.port ?? (await freePort(keptPort(placement)));
  const { logFile } = placement;
  if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT_BYTES) renameSync(logFile, `${logFile}.old`);
  const logStart = existsSync(logFile) ? statSync(logFile).size : 0;
  const { isAlive } = launchServer(placement, { port, options: wanted.options });
  const isUp = await isReady(placement, { port, isAlive });
  return isUp ? { port, log: '' } : { log: readFileSync(logFile).subarray(logStart).toString() };
}

/** Starts the program, which outlives this process, and tells whether it still runs. It may be long until it takes connections. */
export function launchServer(
  { native, cluster, owner, logFile }: Placement,
  { port, options }: { port: number; options: string[] },
): { isAlive: () => boolean } {
  const log = openSync(logFile, 'a', 0o600);
  const flags = [...OPTIONS, ...options].flatMap((option) => ['-c', option]);
  // Detached: a Ctrl-C at the terminal must not reach the server while the service still ends its work.
  const child = spawn(program(native, 'postgres'), ['-D', cluster, '-p', String(port), ...flags], {
    ...owner,
    cwd: cluster,
    detached: true,
    stdio: ['ignore', log, log],
    // Not the whole environment: it holds our secrets.
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
