import '../runtime/utc';
import { banner } from '../runtime/banner';
import { withDatabaseLock } from '../runtime/database-lock';
import { type Credentials, completeFirstStart } from '../runtime/first-start';
import { openRuntime, type Runtime } from '../runtime/runtime';
import { type Settings, settings } from '../runtime/settings';
import { report } from '../runtime/start-error';
import { onStopRequest } from '../runtime/stop-request';
import { destroyStrapi, ensurePortIsFree, loadStrapi, type Strapi } from '../runtime/strapi';

/** How soon an embedded database that was killed is started again. */
const DATABASE_CHECK_MS = 2000;

let runtime: Runtime | undefined;
let strapi: Strapi | undefined;
let isStopping = false;

onStopRequest(() => stop(0));
serve().catch((error) => (isStopping ? undefined : stop(report(error))));

/** `npm start`: brings the service up and prints where it is. */
async function serve(): Promise<void> {
  await ensurePortIsFree(settings());
  runtime = await openRuntime();
  const made = await withDatabaseLock(runtime.settings, () => prepare(settings()));
  if (!strapi) return;
  await strapi.listen();
  setInterval(keepDatabase, DATABASE_CHECK_MS).unref();
  console.log(banner(runtime.settings, made));
  process.send?.('ready');
}

async function prepare(current: Settings): Promise<Partial<Credentials>> {
  strapi = await loadStrapi({ showing: 'warn' });
  return completeFirstStart(strapi, current);
}

function keepDatabase(): void {
  if (!isStopping) runtime?.ensureDatabase().catch((error) => console.error(error));
}

async function stop(exitCode: number): Promise<void> {
  isStopping = true;
  try {
    if (strapi) await destroyStrapi(strapi);
  } catch (error) {
    console.error(error);
  }
  await runtime?.release();
  process.exit(exitCode);
}
