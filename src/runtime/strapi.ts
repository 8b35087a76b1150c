import './utc';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createStrapi } from '@strapi/strapi';
import { fromDatabase } from '../plugins/rostra/server/src/errors/database';
import { strapiPool } from '../strapi/pool';
import { preserveListeners, withoutSignalHandlers } from '../strapi/signals';
import { withDatabaseLock } from './database-lock';
import { whileAnswered } from './database-watch';
import { withoutSecrets } from './hidden-secrets';
import { appDir, distDir } from './paths';
import { withRuntime } from './runtime';
import { StartError } from './start-error';

/** How long work under way may take when the service stops. */
const SETTLE_MS = 5000;

export type Strapi = ReturnType<typeof createStrapi>;

/**
 * Loads Strapi without listening, under the database's lock (`withDatabaseLock`), since loading changes tables. While it loads, only messages of this level and graver ones are shown.
 */
export async function loadStrapi({ showing }: { showing: 'warn' | 'error' }): Promise<Strapi> {
  process.env.STRAPI_TELEMETRY_DISABLED = 'true';
  process.chdir(appDir);
  const strapi = withoutSignalHandlers(() => createStrapi({ appDir, distDir }));
  const level = strapi.log.level;
  if (level === 'info') strapi.log.level = showing;
  try {
    await strapi.load();
  } catch (error) {
    // Its pools, left open, would keep a command from ending.
    await destroyStrapi(strapi).catch(() => undefined);
    throw error;
  }
  strapi.log.level = level;
  return strapi;
}

/**
 * Runs one piece of work with a loaded Strapi, beside a running service or alone, and puts everything away afterwards.
 * Only Strapi's warnings and errors are shown.
 */
export function withStrapi<T>(work: (strapi: Strapi) => Promise<T>): Promise<T> {
  if (shared) return work(shared);
  process.on('unhandledRejection', endUnlessAway);
  return withRuntime(async ({ settings }) => {
    const strapi = await withDatabaseLock(settings, () => loadStrapi({ showing: 'error' }));
    if (strapi.log.level === 'info') strapi.log.level = 'warn';
    return whileAnswered(settings, async () => {
      try {
        return await work(strapi);
      } finally {
        await destroyStrapi(strapi);
      }
    });
  });
}

let shared: Strapi | undefined;

/** Of a database that is away `work` itself fails, and says what became of it; Strapi reads beside it without waiting. */
function endUnlessAway(error: unknown): void {
  if (fromDatabase(error)?.status !== 503) throw error;
  console.error(`not waited for: ${withoutSecrets((error as Error).message)}`);
}

/** Loads Strapi once for every `withStrapi` within `work`: for a process that runs several commands. */
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

/** Ends Strapi once the requests and statements under way are done. */
export async function destroyStrapi(strapi: Strapi): Promise<void> {
  strapi.server.httpServer.close();
  await settle(strapi);
  await preserveListeners(() => strapi.destroy());
}

/** After a write Strapi reads the record again without being waited for; on a closed pool that would crash the process. */
async function settle(strapi: Strapi): Promise<void> {
  const pool = strapiPool(strapi);
  const end = Date.now() + SETTLE_MS;
  for (let quiet = 0; quiet < 3 && Date.now() < end; ) {
    await pause(20);
    quiet = pool.numUsed() + pool.numPendingAcquires() === 0 ? quiet + 1 : 0;
  }
}

/** Refuses a taken port before anything is loaded, where Strapi would end the process without cleaning up. */
export function ensurePortIsFree({ host, port }: { host: string; port: number }): Promise<void> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => reject(new StartError(portMessage(error.code, host, port))));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function portMessage(code: string | undefined, host: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is taken. Is Rostra running already? Choose another one: PORT=${port + 1}`;
  if (code === 'EACCES') return `Port ${port} is not allowed to this user. Choose one above 1023: PORT=1337`;
  return `Cannot listen on ${host}:${port} (${code}). Check HOST and PORT.`;
}
