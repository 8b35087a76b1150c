import { errors } from '../plugins/rostra/server/src/errors/errors';
import { awaitCommit, tellOutcomes } from './transfer-commits';
import type { Destination } from './transfer-destination';

/** What Strapi does with the transaction of a transfer: its work ends it, and nobody waits for the rest. */
const strapis = {
  createTransaction: ({ db }: { db: { transaction(work: () => Promise<void>): unknown } }) => {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    db.transaction(() => ended);
    return { end, rollback: async () => end() };
  },
};

/** A destination of a transfer whose COMMIT ends so, and the steps that were taken. */
function receive(commit: () => Promise<void>): { destination: Destination; steps: string[] } {
  const steps: string[] = [];
  const transactions = { ...strapis };
  tellOutcomes(transactions as never);
  class Receiver {
    transaction = transactions.createTransaction({
      db: { transaction: (work: () => Promise<void>) => Promise.resolve().then(work).then(commit) },
    });
    async rollback() {
      steps.push('rollback');
      await this.transaction.rollback();
    }
    async close() {
      steps.push('close');
    }
  }
  awaitCommit({ createLocalStrapiDestinationProvider: () => Object.create(Receiver.prototype) });
  return { destination: new Receiver() as object as Destination, steps };
}

test('the end of a transfer waits for its COMMIT, once', async () => {
  const { destination, steps } = receive(async () => void steps.push('commit'));
  await destination.close();
  await destination.close();
  expect(steps).toEqual(['commit', 'close', 'close']);
});

test.each([
  ['refused', new Error('refused by a constraint'), 'refused by a constraint'],
  ['lost', errors.outcomeUnknown(), 'all of it may have been stored, or nothing'],
])('a COMMIT that is %s fails the transfer, which closes all the same', async (_, error, message) => {
  const { destination, steps } = receive(() => Promise.reject(error));
  await expect(destination.close()).rejects.toThrow(message);
  expect(steps).toEqual(['close']);
});

test('after a rollback there is nothing to wait for', async () => {
  const { destination, steps } = receive(() => Promise.reject(new Error('rolled back')));
  await destination.rollback();
  await destination.close();
  expect(steps).toEqual(['rollback', 'close']);
});
