import type { PoolClient } from 'pg';
import { emitWrites, type Write } from '../../../../../strapi/write-events';
import { isDefiniteRollback, isSqlState } from '../errors/database';
import { errors } from '../errors/errors';
import type { Statement } from '../sql/sql';
import { type Run, send, withRetries } from './database';
import { announceOrigin } from './history/origin';
import { openedPools } from './pools';
import { gatherStatements } from './silence';

/** A transaction of the API's writer. */
export interface WriteTransaction {
  /** Sends a statement at once, without waiting for the answers to earlier ones. */
  run: Run;
  /** Notes a write, to be reported to webhooks and subscribers after the commit. */
  note(write: Write): void;
  /**
   * Sends the COMMIT. Call it right after sending the last statements, before awaiting them: it then travels in the same message.
   * PostgreSQL rolls back if one of them fails.
   */
  commit(): Promise<void>;
}

/**
 * Runs `work` in a transaction on a pipelined connection, and commits it unless `work` has done so. Retries when PostgreSQL ends
 * the transaction in favour of another one, so `work` must change nothing but the database. Errors: that of the statement
 * that failed first; UNAVAILABLE with OUTCOME_UNKNOWN when the connection is lost during the COMMIT.
 */
export const writeTransaction = <T>(work: (transaction: WriteTransaction) => Promise<T>): Promise<T> =>
  withRetries(() => attempt(work));

async function attempt<T>(work: (transaction: WriteTransaction) => Promise<T>): Promise<T> {
  const client = await openedPools().writes.connect();
  const writes: Write[] = [];
  const { run, failure } = follow(client);
  let commit: Promise<void> | undefined;
  const sendCommit = () => {
    commit ??= commitOn(client);
    return commit;
  };
  let result: T;
  try {
    void open(run);
    result = await work({ run, note: (write) => writes.push(write), commit: sendCommit });
    await sendCommit();
  } catch (error) {
    const outcome = await (commit ? outcomeOf(commit) : rollBack(client));
    client.release(outcome.isLost);
    // Statements that were sent after the failed one fail as well, with an error that hides the cause.
    const first = failure();
    if (first !== undefined && isSqlState(first)) throw first;
    if (!commit || !outcome.error) throw first ?? error;
    throw isRolledBack(outcome.error) ? outcome.error : errors.outcomeUnknown(outcome.error);
  }
  client.release();
  emitWrites(writes);
  return result;
}

/** Begins the transaction. What each transaction says of itself belongs here: it travels with the first statements. */
const open = (run: Run): Promise<unknown> => Promise.all([run(BEGIN), announceOrigin(run)]).catch(() => undefined);

const BEGIN: Statement = { name: '', text: 'begin', values: () => [] };

/** Runs statements on a connection, and remembers the error of the one that failed first. */
function follow(client: PoolClient): { run: Run; failure(): unknown } {
  let first: unknown;
  const run = (statement: Statement, parameters: Readonly<Record<string, unknown>> = {}) => {
    gatherStatements(client);
    const answer = send(client, statement, parameters);
    // Also keeps Node.js from reporting errors of statements that nobody awaits any more.
    answer.catch((error) => {
      first ??= error;
    });
    return answer;
  };
  return { run: Object.assign(run, { isPipelined: true }), failure: () => first };
}

/** Commits. Errors: also when PostgreSQL answers with a rollback, because a statement has failed. */
function commitOn(client: PoolClient): Promise<void> {
  const commit = client.query('commit').then(
    ({ command }) => {
      if (command === 'ROLLBACK') throw new RolledBackError('rolled back, because one of its statements failed');
    },
    (error: Error) => {
      error.message = `COMMIT; - ${error.message}`;
      throw error;
    },
  );
  commit.catch(() => undefined);
  return commit;
}

/** PostgreSQL has answered a COMMIT with a rollback. */
class RolledBackError extends Error {}

const isRolledBack = (error: unknown): boolean => error instanceof RolledBackError || isDefiniteRollback(error);

/** How a transaction ended: the error of its end, and whether its connection is unusable. */
interface Outcome {
  error?: unknown;
  isLost: boolean;
}

const outcomeOf = (end: Promise<unknown>): Promise<Outcome> =>
  end.then(
    () => ({ isLost: false }),
    (error: unknown) => ({ error, isLost: !isRolledBack(error) }),
  );

const rollBack = (client: PoolClient): Promise<Outcome> => outcomeOf(client.query('rollback'));
