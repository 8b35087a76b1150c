import { AsyncLocalStorage } from 'node:async_hooks';
import { type Run, transaction } from '../store/database';
import { app } from '../store/strapi';

const queues = new WeakMap<object, Promise<unknown>>();
const isRunning = new AsyncLocalStorage<true>();

/**
 * Runs the deletes of one transaction one after another. The panel starts the deletes of a selection in parallel: if one is
 * refused and the transaction rolls back, the others would otherwise continue outside it.
 */
export async function queueDelete<T>(work: (run: Run) => Promise<T>): Promise<T> {
  if (isRunning.getStore()) return transaction(work);
  let result: { value: T } | undefined;
  await app().db.transaction(async ({ trx }) => {
    const previous = queues.get(trx) ?? Promise.resolve();
    const current = previous.then(async () => {
      result = { value: await isRunning.run(true, () => transaction(work)) };
    });
    queues.set(trx, current);
    await current;
  });
  if (!result) throw new Error('the transaction ended before its work');
  return result.value;
}
