import path from 'node:path';
import { errors } from '../plugins/rostra/server/src/errors/errors';
import { awaitCommit, tellOutcomes } from './transfer-commits';
import type { Destination } from './transfer-destination';

/** Strapi's own. */
const { createTransaction } = require(
  path.join(path.dirname(require.resolve('@strapi/data-transfer')), 'utils', 'transaction.js'),
);

/** What the database answers to each step; nothing is a success. */
interface Answers {
  begin?: Error;
  check?: Error;
  commit?: Error;
  rollback?: Error;
}

/** A destination of a transfer, and the steps that were taken. */
function receive(answers: Answers = {}): { destination: Destination; steps: string[] } {
  const steps: string[] = [];
  const take = async (step: keyof Answers) => {
    steps.push(step);
    if (answers[step]) throw answers[step];
    return step;
  };
  const db = {
    async transaction(work: (context: object) => Promise<unknown>) {
      await take('begin');
      let isEnded = false;
      const rollback = () => {
        isEnded = true;
        return take('rollback');
      };
      await work({ trx: { raw: () => take('check') }, rollback });
      if (!isEnded) await take('commit');
    },
  };
  const transactions = { createTransaction };
  tellOutcomes(transactions);
  class Receiver {
    transaction = transactions.createTransaction({ db });
    async rollback() {
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
  const { destination, steps } = receive();
  await destination.close();
  await destination.close();
  expect(steps).toEqual(['begin', 'check', 'commit', 'close', 'close']);
});

test.each<[string, Answers, string, string[]]>([
  ['refused', { commit: new Error('refused') }, 'refused', ['begin', 'check', 'commit', 'close']],
  ['cut', { commit: errors.outcomeUnknown() }, 'all of it may have', ['begin', 'check', 'commit', 'close']],
  ['hopeless', { check: new Error('refused') }, 'refused', ['begin', 'check', 'rollback', 'close']],
])('a COMMIT that is %s fails the transfer, which closes all the same', async (_, answers, message, taken) => {
  const { destination, steps } = receive(answers);
  await expect(destination.close()).rejects.toThrow(message);
  expect(steps).toEqual(taken);
});

test('after a rollback, there is nothing to wait for, and nobody hears of its failure', async () => {
  const { destination, steps } = receive({ rollback: new Error('lost') });
  await destination.rollback();
  await destination.close();
  expect(steps).toEqual(['begin', 'rollback', 'close']);
});

test('a transaction that cannot begin fails what is attached to it, and can be rolled back', async () => {
  const { destination, steps } = receive({ begin: new Error('no connection') });
  await expect(destination.transaction?.attach(async () => 1)).rejects.toThrow('no connection');
  await destination.rollback();
  await destination.close();
  expect(steps).toEqual(['begin', 'close']);
});
