import './utc';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createStrapi } from '@strapi/strapi';
import { transports } from 'winston';
import { fromDatabase } from '../plugins/rostra/server/src/errors/database';
import { strapiPool } from '../strapi/pool';
import { preserveListeners, withoutSignalHandlers } from '../strapi/signals';
import { withDatabaseLock } from './database-lock';
import { failOnSilence } from './database-watch';
import { appDir, distDir } from './paths';
import { logWarnings } from './process-warnings';
import { redactSecrets } from './redact-secrets';
import { withRuntime } from './runtime';
import { StartError } from './start-error';

/** How long work in progress may take when the service stops. */
const QUIET_LIMIT_MS = 5000;

export type Strapi = ReturnType<typeof createStrapi>;

/** Who loads Strapi: a service logs to standard output, which in a command belongs to the answer. */
type Loader = 'service' | 'command';

/**
 * Loads Strapi without listening. Call it under `withDatabaseLock`, since loading changes tables. While it loads, a
 * service shows only warnings and errors, a command only errors, unless a more verbose level than `info` is set.
 */
export async function loadStrapi(loader: Loader): Promise<Strapi> {
  process.env.STRAPI_TELEMETRY_DISABLED = 'true';
  process.chdir(appDir);
  const strapi = withoutSignalHandlers(() => createStrapi({ appDir, distDir }));
  if (loader === 'command') logToStandardError(strapi);
  logWarnings((line) => strapi.log.warn(line));
  const level = strapi.log.level;
  if (level === 'info' || level === 'warn') strapi.log.level = loader === 'command' ? 'error' : 'warn';
  try {
    await strapi.load();
  } catch (error) {
    // Open pools would keep a command from ending.
    await destroyStrapi(strapi).catch(() => undefined);
    throw error;
  }
  strapi.log.level = level;
  return strapi;
}

/** Sends log lines of every level to standard error. */
function logToStandardError({ log }: Strapi): void {
  log.clear().add(new transports.Console({ stderrLevels: Object.keys(log.levels) }));
}

/**
 * Runs work with a loaded Strapi, next to a running service or alone, and cleans up. Shows only Strapi's warnings and
 * errors.
 */
export function withStrapi<T>(work: (strapi: Strapi) => Promise<T>): Promise<T> {
  if (shared) return work(shared);
  process.on('unhandledRejection', tolerateUnavailableDatabase);
  return withRuntime(async ({ settings }) => {
    const strapi = await withDatabaseLock(settings, () => loadStrapi('command'));
    if (strapi.log.level === 'info') strapi.log.level = 'warn';
    return failOnSilence(settings, async () => {
      try {
        return await work(strapi);
      } finally {
        await destroyStrapi(strapi);
      }
    });
  });
}

let shared: Strapi | undefined;

/**
 * Tolerates unhandled rejections of an unavailable database: the work itself fails and reports its outcome, while
 * Strapi reads in the background without waiting.
 */
function tolerateUnavailableDatabase(error: unknown): void {
  if (fromDatabase(error)?.status !== 503) throw error;
  console.error(`background read failed: ${redactSecrets((error as Error).message)}`);
}

/** Loads Strapi once for every `withStrapi` within `work`, for a process that runs several commands. */
export function withSharedStrapi<T>(work: () => Promise<T>): Promise<T> {
  return withStrapi(async (strapi) => {
    shared = strapi;
    try {
      return await work();
    } finally {
      shared = undefined;
    }
  });
}

/** Ends Strapi once requests and statements in progress are finished. */
export async function destroyStrapi(strapi: Strapi): Promise<void> {
  strapi.server.httpServer.close();
  await waitForQuietPool(strapi);
  await preserveListeners(() => strapi.destroy());
}

/** After a write, Strapi reads the record in the background; a closed pool would then crash the process. */
async function waitForQuietPool(strapi: Strapi): Promise<void> {
  const pool = strapiPool(strapi);
  const end = Date.now() + QUIET_LIMIT_MS;
  for (let quiet = 0; quiet < 3 && Date.now() < end; ) {
    await pause(20);
    quiet = pool.numUsed() + pool.numPendingAcquires() === 0 ? quiet + 1 : 0;
  }
}

/** Throws for a taken port before anything loads; Strapi itself would end the process without cleaning up. */
export function ensurePortIsFree({ host, port }: { host: string; port: number }): Promise<void> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => reject(new StartError(portMessage(error.code, host, port))));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function portMessage(code: string | undefined, host: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is taken. Is Rostra already running? Choose another port: PORT=${port + 1}`;
  if (code === 'EACCES') return `This user may not use port ${port}. Choose one above 1023: PORT=1337`;
  return `Cannot listen on ${host}:${port} (${code}). Check HOST and PORT.`;
}
