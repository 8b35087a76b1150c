import '../runtime/utc';
import '../strapi/late-modules';
import { completeFirstStart } from '../first-start/first-start';
import { fromDatabase } from '../plugins/rostra/server/src/errors/database';
import { setDiskLimits } from '../plugins/rostra/server/src/health/checks';
import { enterStage } from '../plugins/rostra/server/src/health/stage';
import { watchBackups } from '../runtime/backup/watch';
import { addressOf, banner } from '../runtime/banner';
import { withDatabaseLock } from '../runtime/database-lock';
import { setHeapGrowth } from '../runtime/heap';
import { checkLocalAdmin } from '../runtime/local-admin';
import { notePaths } from '../runtime/module-cache';
import { redactSecrets } from '../runtime/redact-secrets';
import { openRuntime, type Runtime } from '../runtime/runtime';
import { settings } from '../runtime/settings';
import { report } from '../runtime/start-error';
import { onStopRequest } from '../runtime/stop-request';
import { stopService, trackConnections } from '../runtime/stop-service';
import { ensurePortIsFree, loadStrapi, type Strapi } from '../runtime/strapi';
import { endSilentConnections } from '../strapi/silent-connections';
import { watchPanel } from '../strapi/vite-panel';

let runtime: Runtime | undefined;
let strapi: Strapi | undefined;
let panel: Awaited<ReturnType<typeof watchPanel>> | undefined;
let isStopping = false;

onStopRequest((_, reason) => {
  if (!isStopping) strapi?.log.info(`Stopping: ${reason}`);
  return stop(0, settings().drainSeconds);
});
process.on('uncaughtException', crash);
process.on('unhandledRejection', handleRejection);
serve().catch((error) => (isStopping ? undefined : stop(report(error))));

/** `npm start`: starts the service and prints its address. */
async function serve(): Promise<void> {
  const initial = settings();
  await ensurePortIsFree(initial);
  runtime = await openRuntime();
  const { settings: current, folders } = runtime;
  runtime.watchDatabase((line) => (strapi ? strapi.log.warn(line) : console.warn(line)));
  setDiskLimits({ folders, floorMb: current.diskFloorMb });
  const prepared = await withDatabaseLock(current, async () => {
    strapi = await loadStrapi('service');
    return { strapi, made: await completeFirstStart(strapi, current) };
  });
  if (isStopping) return;
  trackConnections(prepared.strapi.server.httpServer);
  endSilentConnections(prepared.strapi, current.databaseTimeout);
  await checkLocalAdmin(prepared.strapi, current);
  // Of `npm run dev` (scripts/dev.mjs).
  if (process.argv.includes('--watch-panel')) panel = await watchPanel(prepared.strapi);
  if (isStopping) return;
  enterStage('serving');
  await prepared.strapi.listen();
  notePaths();
  setHeapGrowth(100);
  const { log } = prepared.strapi;
  watchBackups({
    settings: initial,
    folders: Object.values(folders),
    url: current.databaseUrl ?? '',
    warn: (message) => log.warn(message),
  });
  // Log collectors parse every line as JSON.
  if (current.logFormat === 'json') log.info(`Rostra is up at ${addressOf(current)}`);
  else console.log(banner(current, prepared.made));
  process.send?.('ready');
}

/** Ends the process cleanly: its state is unknown after an unexpected error. A supervisor starts it again. */
function crash(error: unknown): void {
  const text = textOf(error);
  logError(isStopping ? `Error while stopping: ${text}` : `Stopping after an uncaught error: ${text}`);
  void stop(1);
}

/**
 * Logs an unhandled rejection. Strapi does not await all of its promises: some reads for events, and the second of two that
 * fail together. Such a failure, for example a lost connection, must not end a listening service.
 */
function handleRejection(error: unknown): void {
  if (fromDatabase(error)?.status !== 503 && !strapi?.server.httpServer.listening) throw error;
  logError(`Unhandled rejection: ${textOf(error)}`);
}

function logError(line: string): void {
  if (strapi) strapi.log.error(line);
  else console.error(redactSecrets(line));
}

const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

async function stop(exitCode: number, drainSeconds = 0): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  // Otherwise the stop would wait for Vite's sockets to open pages.
  void panel?.close().catch(() => undefined);
  await stopService({ strapi, runtime, drainSeconds, exitCode });
}
