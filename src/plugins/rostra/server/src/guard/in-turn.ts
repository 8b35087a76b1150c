import { AsyncLocalStorage } from 'node:async_hooks';
import { type Run, transaction } from '../store/database';
import { app } from '../store/strapi';

const turns = new WeakMap<object, Promise<unknown>>();
const inside = new AsyncLocalStorage<true>();

/**
 * Runs deletes of one transaction one after the other. The admin panel starts the deletes of a selection in parallel;
 * when one is refused and the transaction rolls back, the others would otherwise go on outside of it.
 */
export async function inTurn<T>(work: (run: Run) => Promise<T>): Promise<T> {
  if (inside.getStore()) return transaction(work);
  let result: { value: T } | undefined;
  await app().db.transaction(async ({ trx }) => {
    const before = turns.get(trx) ?? Promise.resolve();
    const mine = before.then(async () => {
      result = { value: await inside.run(true, () => transaction(work)) };
    });
    turns.set(trx, mine);
    await mine;
  });
  if (!result) throw new Error('the transaction ended before its work');
  return result.value;
}
