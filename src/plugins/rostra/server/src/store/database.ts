import { type Connection, connectionOf } from '../../../../../strapi/connection';
import { telling } from '../../../../../strapi/events';
import { isSerializationFailure } from '../errors/database';
import { compile, type Sql, type Statement } from '../sql/sql';
import { poolOf } from './pools';
import { liftSilence } from './silence';
import { app } from './strapi';

/** Runs a statement and answers its rows, each an array of its columns. */
export type Run = (statement: Statement, parameters?: Readonly<Record<string, unknown>>) => Promise<unknown[][]>;

/** Runs a statement outside any transaction. */
export const run: Run = async (statement, parameters = {}) => send(poolOf(), statement, parameters);

/** How often a transaction is tried that another one is in the way of. */
const ATTEMPTS = 4;

/**
 * Gives `work` the means to run statements in the transaction that the document service uses, too. It is done again when
 * PostgreSQL has ended it in favour of another one (a deadlock), so it must change nothing but the database.
 */
export async function transaction<T>(work: (run: Run) => Promise<T>): Promise<T> {
  if (app().db.inTransaction()) return transactOnce(work);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transactOnce(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !isSerializationFailure(error)) throw error;
    }
  }
}

const transactOnce = <T>(work: (run: Run) => Promise<T>): Promise<T> =>
  telling(async () =>
    app().db.transaction(async ({ trx }) => {
      const connection = await connectionOf(trx);
      return work((statement, parameters = {}) => send(connection, statement, parameters));
    }),
  );

/** Gives `work` the means to read everything as it stood at one moment, whatever is written meanwhile. */
export async function snapshot<T>(work: (run: Run) => Promise<T>): Promise<T> {
  const client = await poolOf().connect();
  // Plans, exports and reports read everything: their statements take as long as they take.
  const putBack = liftSilence(client);
  try {
    await client.query(
      `begin isolation level repeatable read read only; set local statement_timeout = 0; set local lock_timeout = '60s'`,
    );
    return await work((statement, parameters = {}) => send(client, statement, parameters));
  } finally {
    putBack();
    // It has only read: ending it can be left to the server, should the connection be lost.
    await client.query('rollback').then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  }
}

/** Runs a statement on this connection. Errors: when it takes longer than `patience`, in milliseconds. */
export async function send(
  to: Connection,
  statement: Statement,
  parameters: Readonly<Record<string, unknown>> = {},
  patience?: number,
): Promise<unknown[][]> {
  const { rows } = await to.query({
    name: statement.name,
    text: statement.text,
    values: statement.values(parameters),
    rowMode: 'array',
    query_timeout: patience,
  });
  return rows;
}

/** Runs a query that is not asked again in the same words: its plan is not kept. */
export const runOnce = (to: Run, query: Sql, parameters: Record<string, unknown> = {}): Promise<unknown[][]> =>
  to({ ...compile(query), name: '' }, parameters);
