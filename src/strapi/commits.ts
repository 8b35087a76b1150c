import type { Core } from '@strapi/strapi';
import { isDefiniteRollback } from '../plugins/rostra/server/src/errors/database';
import { errors } from '../plugins/rostra/server/src/errors/errors';
import { assertThere } from './assert-there';
import { noteRefusedCommit } from './database-failures';

/** What knex keeps its functions in; those of the instance itself cannot be replaced. */
interface Context {
  transaction(...given: unknown[]): unknown;
}

/** A transaction that the caller ends: `executionPromise` is settled by what became of it. */
interface Transactor {
  commit(value?: unknown): Promise<unknown>;
  executionPromise?: Promise<unknown>;
  client: { acquireConnection(): Promise<{ __knex__disposed?: unknown }> };
}

/**
 * Makes a COMMIT that fails an error, for everybody who writes through Strapi. `trx.commit()` of knex resolves whatever became of the
 * COMMIT, only `trx.executionPromise` rejects, and Strapi's `db.transaction` does not look at it: the write would be acknowledged,
 * and told to webhooks. Checked with Strapi 5.54.0 and knex 3.0.1. Call it before the first transaction begins.
 * @throws StartError when knex is not as it was; when a transaction is not, the start fails at its first one.
 */
export function awaitCommits(strapi: Core.Strapi): void {
  const { context } = strapi.db.connection as unknown as { context?: Context };
  assertThere(typeof context?.transaction === 'function', 'context of knex that begins transactions');
  const begin = context.transaction;
  context.transaction = function (this: Context, ...given) {
    const begun = begin.apply(this, given);
    // With a container, knex itself ends the transaction and answers what became of it.
    return typeof given[0] === 'function' ? begun : (begun as Promise<Transactor>).then(withTrueCommit);
  };
}

function withTrueCommit(transactor: Transactor): Transactor {
  const { commit, executionPromise } = transactor;
  const isTold = typeof commit === 'function' && executionPromise instanceof Promise;
  assertThere(isTold, 'transaction of knex that tells what became of it');
  transactor.commit = async (value) => {
    const answer = await commit(value);
    try {
      await executionPromise;
    } catch (error) {
      if (!isDefiniteRollback(error)) {
        // It is as good as gone, though its end may not have been heard yet: nobody else shall get it.
        (await transactor.client.acquireConnection()).__knex__disposed = error;
        throw errors.outcomeUnknown(error);
      }
      throw noteRefusedCommit(error);
    }
    // What COMMIT answers in a transaction of which a statement has failed, whoever has caught that.
    if (commandOf(answer) === 'ROLLBACK')
      throw noteRefusedCommit(new Error('rolled back: a statement of it had failed'));
    return answer;
  };
  return transactor;
}

/** What PostgreSQL says that it has done. */
const commandOf = (answer: unknown): unknown =>
  (answer as { response?: { command?: unknown } } | undefined)?.response?.command;
