import '../runtime/utc';
import type { Task, WorkerMessage } from '../plugins/newsroom/features/content-import/server/messages';
import { perform } from '../plugins/newsroom/features/content-import/server/tasks';
import { isOutcomeUnknown } from '../plugins/rostra/server/src/errors/errors';
import { setHeapGrowth } from '../runtime/heap';
import { report } from '../runtime/start-error';
import { withStrapi } from '../runtime/strapi';

setHeapGrowth(40);

/** How often progress is told, in ms. */
const TELL_EVERY = 250;

const tasks: Task[] = [];
let wake: () => void = () => undefined;

// Those that come while Strapi is being loaded wait here.
process.on('message', (task) => {
  tasks.push(task as Task);
  wake();
});

/** The process in which the admin panel's imports are done; it ends with the service that has started it. */
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

async function doTask(task: Task): Promise<void> {
  let last = 0;
  const tell = (message: WorkerMessage) => process.send?.(message);
  try {
    const result = await perform(task, (progress) => {
      if (Date.now() - last < TELL_EVERY) return;
      last = Date.now();
      tell({ job: task.job, progress });
    });
    tell({ job: task.job, result });
  } catch (error) {
    console.error(error);
    tell({ job: task.job, error: (error as Error).message, isCutOff: isOutcomeUnknown(error) });
  }
}
