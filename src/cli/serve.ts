import '../runtime/utc';
import { banner } from '../runtime/banner';
import { completeFirstStart } from '../runtime/first-start';
import { openRuntime, type Runtime } from '../runtime/runtime';
import { settings } from '../runtime/settings';
import { report } from '../runtime/start-error';
import { onStopRequest } from '../runtime/stop-request';
import { ensurePortIsFree, loadStrapi, type Strapi } from '../runtime/strapi';

let runtime: Runtime | undefined;
let strapi: Strapi | undefined;
let isStopping = false;

onStopRequest(() => stop(0));
serve().catch((error) => (isStopping ? undefined : stop(report(error))));

/** `npm start`: brings the service up and prints where it is. */
async function serve(): Promise<void> {
  await ensurePortIsFree(settings());
  runtime = await openRuntime();
  strapi = await loadStrapi();
  const made = await completeFirstStart(strapi, runtime.settings);
  await strapi.listen();
  console.log(banner(runtime.settings, made));
  process.send?.('ready');
}

async function stop(exitCode: number): Promise<void> {
  isStopping = true;
  try {
    await strapi?.destroy();
  } catch (error) {
    console.error(error);
  }
  // Strapi takes every listener off the process.
  onStopRequest(() => undefined);
  await runtime?.release();
  process.exit(exitCode);
}
