import '../runtime/utc';
import '../strapi/late-modules';
import type { WorkerMessage, WorkerTask } from '../plugins/newsroom/features/content-import/server/messages';
import { perform } from '../plugins/newsroom/features/content-import/server/tasks';
import { isOutcomeUnknown } from '../plugins/rostra/server/src/errors/errors';
import { setHeapGrowth } from '../runtime/heap';
import { report } from '../runtime/start-error';
import { withStrapi } from '../runtime/strapi';

setHeapGrowth(40);

/** The interval of progress messages in ms. */
const PROGRESS_INTERVAL = 250;

const tasks: WorkerTask[] = [];
let wake: () => void = () => undefined;

// Queues tasks that arrive while Strapi is loading.
process.on('message', (task) => {
  tasks.push(task as WorkerTask);
  wake();
});

/** The process that runs the admin panel's imports; ends together with the service that started it. */
withStrapi(async () => {
  for (;;) {
    const task = tasks.shift();
    if (task) await doTask(task);
    else
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
}).catch((error) => {
  process.exit(report(error));
});

async function doTask(task: WorkerTask): Promise<void> {
  let last = 0;
  const send = (message: WorkerMessage) => process.send?.(message);
  try {
    const result = await perform(task, (progress) => {
      if (Date.now() - last < PROGRESS_INTERVAL) return;
      last = Date.now();
      send({ job: task.job, progress });
    });
    send({ job: task.job, result });
  } catch (error) {
    console.error(error);
    send({ job: task.job, error: (error as Error).message, isInterrupted: isOutcomeUnknown(error) });
  }
}
