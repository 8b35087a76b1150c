import '../runtime/utc';
import { banner } from '../runtime/banner';
import { withDatabaseLock } from '../runtime/database-lock';
import { completeFirstStart } from '../runtime/first-start';
import { letHeapGrow } from '../runtime/heap';
import { checkLocalAdmin } from '../runtime/local-admin';
import { openRuntime, type Runtime } from '../runtime/runtime';
import { settings } from '../runtime/settings';
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
  const { settings: current } = runtime;
  const prepared = await withDatabaseLock(current, async () => {
    strapi = await loadStrapi({ showing: 'warn' });
    return { strapi, made: await completeFirstStart(strapi, current) };
  });
  await checkLocalAdmin(prepared.strapi, current);
  await prepared.strapi.listen();
  letHeapGrow(100);
  setInterval(keepDatabase, DATABASE_CHECK_MS).unref();
  console.log(banner(current, prepared.made));
  process.send?.('ready');
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
