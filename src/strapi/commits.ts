import type { Core } from '@strapi/strapi';
import { isDefiniteRollback } from '../plugins/rostra/server/src/errors/database';
import { errors } from '../plugins/rostra/server/src/errors/errors';
import { assertStrapiHas } from './assert-strapi-has';
import { recordRefusedCommit } from './database-failures';

/** The object that holds knex's functions; those of the instance itself cannot be replaced. */
interface TransactionContext {
  transaction(...args: unknown[]): unknown;
}

/** A transaction that the caller ends; `executionPromise` settles with its outcome. */
interface Transactor {
  commit(value?: unknown): Promise<unknown>;
  executionPromise?: Promise<unknown>;
  client: { acquireConnection(): Promise<{ __knex__disposed?: unknown }> };
}

/**
 * Checks the outcome of every COMMIT, and turns failed ones into errors, for all writes through Strapi. `trx.commit()` of knex resolves even if the COMMIT fails; only
 * `trx.executionPromise` rejects, which Strapi's `db.transaction` ignores, so that the write would be acknowledged, and reported
 * to webhooks. Call it before the first transaction begins. Checked with Strapi 5.54.0 and knex 3.0.1.
 * @throws StartError when knex has changed, or, at the first transaction, when its transactions have.
 */
export function awaitCommits(strapi: Core.Strapi): void {
  const { context } = strapi.db.connection as unknown as { context?: TransactionContext };
  assertStrapiHas(typeof context?.transaction === 'function', 'context of knex that begins transactions');
  const begin = context.transaction;
  context.transaction = function (this: TransactionContext, ...args) {
    const transaction = begin.apply(this, args);
    // Given a callback, knex itself ends the transaction and reports its outcome.
    return typeof args[0] === 'function' ? transaction : (transaction as Promise<Transactor>).then(withTrueCommit);
  };
}

function withTrueCommit(transactor: Transactor): Transactor {
  const { commit, executionPromise } = transactor;
  const hasOutcome = typeof commit === 'function' && executionPromise instanceof Promise;
  assertStrapiHas(hasOutcome, 'transaction of knex that reports its outcome');
  transactor.commit = async (value) => {
    const answer = await commit(value);
    try {
      await executionPromise;
    } catch (error) {
      if (!isDefiniteRollback(error)) {
        // The connection is lost, though knex may not know yet: keep the pool from reusing it.
        (await transactor.client.acquireConnection()).__knex__disposed = error;
        throw errors.outcomeUnknown(error);
      }
      throw recordRefusedCommit(error);
    }
    // PostgreSQL answers COMMIT so if a statement failed, even if the error was caught.
    if (commandOf(answer) === 'ROLLBACK')
      throw recordRefusedCommit(new Error('rolled back, because one of its statements failed'));
    return answer;
  };
  return transactor;
}

/** The command that PostgreSQL reports as completed. */
const commandOf = (answer: unknown): unknown =>
  (answer as { response?: { command?: unknown } } | undefined)?.response?.command;
