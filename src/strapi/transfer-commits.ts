import { isOutcomeUnknown } from '../plugins/rostra/server/src/errors/errors';
import { assertStrapiHas } from './assert-strapi-has';
import { findDestination, type Transaction } from './transfer-destination';

const OUTCOME_UNKNOWN =
  'The connection to the database was lost during the commit, so all of it may have been stored, or nothing.';

/** The part of Strapi that a transaction of a transfer needs. */
interface Service {
  db: { transaction(work: (context: unknown) => Promise<unknown>): Promise<unknown> };
}

/**
 * Lets transactions of imports and transfers tell their outcome, which Strapi does not wait for: a refusal would be a rejection
 * that nobody handles. Checked with Strapi 5.54.0 (`utils/transaction`).
 * @throws StartError when Strapi creates such transactions in another way
 */
export function tellOutcomes(transactions: { createTransaction?: (strapi: Service) => object }): void {
  const { createTransaction } = transactions;
  assertStrapiHas(createTransaction, 'function that creates the transaction of a transfer');
  transactions.createTransaction = ({ db }) => {
    let outcome: Promise<unknown> | undefined;
    const transaction = createTransaction({
      db: {
        transaction: (work) => {
          outcome = db.transaction((context) => {
            // It has begun, so that somebody will ask; after a rollback, nobody does.
            outcome?.catch(() => undefined);
            return work(context);
          });
          return outcome;
        },
      },
    });
    assertStrapiHas(outcome, 'transaction of a transfer that begins at once');
    return { ...transaction, outcome };
  };
}

/**
 * Lets an import or a transfer fail when its COMMIT fails, with the step `commit` before the rest of `close`. Needs `tellOutcomes`.
 * Checked with Strapi 5.54.0.
 * @throws StartError when destinations of Strapi work in another way
 */
export function awaitCommit(providers: object): void {
  const { destination } = findDestination(providers, ['rollback', 'close']);
  const { rollback, close } = destination;
  destination.rollback = async function (...args) {
    try {
      return await rollback.apply(this, args);
    } finally {
      // It would never answer again.
      this.transaction = undefined;
    }
  };
  destination.commit = async function () {
    const transaction: Transaction | undefined = this.transaction;
    this.transaction = undefined;
    transaction?.end();
    await transaction?.outcome.catch((error) => {
      throw isOutcomeUnknown(error) ? new Error(OUTCOME_UNKNOWN, { cause: error }) : error;
    });
  };
  destination.close = async function (...args) {
    try {
      await this.commit();
    } finally {
      await close.apply(this, args);
    }
  };
}
