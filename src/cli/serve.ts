import '../runtime/utc';
import { completeFirstStart } from '../first-start/first-start';
import { fromDatabase } from '../plugins/rostra/server/src/errors/database';
import { setDiskLimits } from '../plugins/rostra/server/src/health/checks';
import { enterStage } from '../plugins/rostra/server/src/health/stage';
import { watchBackups } from '../runtime/backup/watch';
import { addressOf, banner } from '../runtime/banner';
import { withDatabaseLock } from '../runtime/database-lock';
import { letHeapGrow } from '../runtime/heap';
import { withoutSecrets } from '../runtime/hidden-secrets';
import { checkLocalAdmin } from '../runtime/local-admin';
import { openRuntime, type Runtime } from '../runtime/runtime';
import { settings } from '../runtime/settings';
import { report } from '../runtime/start-error';
import { onStopRequest } from '../runtime/stop-request';
import { noteConnections, stopService } from '../runtime/stop-service';
import { ensurePortIsFree, loadStrapi, type Strapi } from '../runtime/strapi';
import { endSilentConnections } from '../strapi/silent-connections';
import { watchPanel } from '../strapi/vite-panel';

let runtime: Runtime | undefined;
let strapi: Strapi | undefined;
let panel: Awaited<ReturnType<typeof watchPanel>> | undefined;
let isStopping = false;

onStopRequest(() => stop(0, settings().drainSeconds));
process.on('uncaughtException', crash);
process.on('unhandledRejection', outlive);
serve().catch((error) => (isStopping ? undefined : stop(report(error))));

/** `npm start`: brings the service up and prints where it is. */
async function serve(): Promise<void> {
  const given = settings();
  await ensurePortIsFree(given);
  runtime = await openRuntime();
  const { settings: current, folders } = runtime;
  runtime.watchDatabase((line) => (strapi ? strapi.log.warn(line) : console.warn(line)));
  setDiskLimits({ folders, floorMb: current.diskFloorMb });
  const prepared = await withDatabaseLock(current, async () => {
    strapi = await loadStrapi({ showing: 'warn' });
    return { strapi, made: await completeFirstStart(strapi, current) };
  });
  if (isStopping) return;
  noteConnections(prepared.strapi.server.httpServer);
  endSilentConnections(prepared.strapi, current.databaseTimeout);
  await checkLocalAdmin(prepared.strapi, current);
  // Of `npm run dev` (scripts/dev.mjs).
  if (process.argv.includes('--watch-panel')) panel = await watchPanel(prepared.strapi);
  if (isStopping) return;
  enterStage('serving');
  await prepared.strapi.listen();
  letHeapGrow(100);
  const { log } = prepared.strapi;
  watchBackups({
    settings: given,
    folders: Object.values(folders),
    url: current.databaseUrl ?? '',
    warn: (message) => log.warn(message),
  });
  // Whoever collects the log takes every line for JSON.
  if (current.logFormat === 'json') log.info(`Rostra is up at ${addressOf(current)}`);
  else console.log(banner(current, prepared.made));
  process.send?.('ready');
}

/** Nobody knows what state an unexpected error leaves behind: the process ends in order, and whoever started it does so again. */
function crash(error: unknown): void {
  const text = textOf(error);
  tell(
    isStopping ? `While the service ends: ${text}` : `The service ends after an error that nobody has caught: ${text}`,
  );
  void stop(1);
}

/**
 * Strapi leaves promises to themselves: it reads for its events without waiting, and of several that fail together it waits
 * for one. Neither a lost connection nor a request that makes two of them fail ends a service that listens.
 */
function outlive(error: unknown): void {
  if (fromDatabase(error)?.status !== 503 && !strapi?.server.httpServer.listening) throw error;
  tell(`not waited for: ${textOf(error)}`);
}

function tell(line: string): void {
  if (strapi) strapi.log.error(line);
  else console.error(withoutSecrets(line));
}

const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

async function stop(exitCode: number, drainSeconds = 0): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  // Else the stop waits for the sockets through which Vite talks to open pages.
  void panel?.close().catch(() => undefined);
  await stopService({ strapi, runtime, drainSeconds, exitCode });
}
