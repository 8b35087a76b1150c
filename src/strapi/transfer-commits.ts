import { isOutcomeUnknown } from '../plugins/rostra/server/src/errors/errors';
import { assertStrapiHas } from './assert-strapi-has';
import { type Destination, findDestination, type StrapiTransaction } from './transfer-destination';

const CUT_COMMIT =
  'The connection to the database was lost during the commit, so all of it may have been stored, or nothing.';

/** The part of Strapi that a transaction of a transfer needs. */
interface Service {
  db: { transaction(work: (context: unknown) => Promise<unknown>): Promise<unknown> };
}

/**
 * Lets transactions of imports and transfers tell their outcome, which Strapi does not wait for: a refusal would be a rejection
 * that nobody handles. One that cannot begin fails what is attached to it. Checked with Strapi 5.54.0 (`utils/transaction`).
 * @throws StartError when Strapi creates such transactions in another way
 */
export function tellOutcomes(transactions: { createTransaction?: (strapi: Service) => StrapiTransaction }): void {
  const { createTransaction } = transactions;
  assertStrapiHas(createTransaction, 'function that creates the transaction of a transfer');
  transactions.createTransaction = ({ db }) => {
    let outcome: Promise<unknown> | undefined;
    let tellBegun: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      tellBegun = resolve;
    });
    const transaction = createTransaction({
      db: {
        transaction: (work) => {
          outcome = db.transaction((context) => {
            tellBegun();
            return work(context);
          });
          return outcome;
        },
      },
    });
    assertStrapiHas(outcome, 'transaction of a transfer that begins at once');
    // Nobody may ever ask for it, after a rollback.
    outcome.catch(() => undefined);
    const ready = Promise.race([begun, outcome]);
    ready.catch(() => undefined);
    return {
      ...transaction,
      outcome,
      // Strapi's own wait for ever for a transaction that cannot begin.
      attach: (work) => ready.then(() => transaction.attach(work)),
      rollback: () =>
        ready.then(
          () => transaction.rollback(),
          () => true,
        ),
    };
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
  const rollBack: Destination['rollback'] = async function (this: Destination, ...args) {
    try {
      return await rollback.apply(this, args);
    } finally {
      // It would never answer again.
      this.transaction = undefined;
    }
  };
  destination.rollback = rollBack;
  destination.commit = async function () {
    const { transaction } = this;
    if (!transaction) return;
    // What is deferred until the COMMIT; then that is short, and seldom cut.
    await transaction
      .attach((each) => each.raw('set constraints all immediate'))
      .catch(async (refusal: Error) => {
        await rollBack.call(this, refusal);
        throw refusal;
      });
    this.transaction = undefined;
    transaction.end();
    await transaction.outcome.catch((error) => {
      throw isOutcomeUnknown(error) ? new Error(CUT_COMMIT, { cause: error }) : error;
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
