import { type Connection, connectionOf } from '../../../../../strapi/connection';
import { withWriteEvents } from '../../../../../strapi/events';
import { isSerializationFailure } from '../errors/database';
import { compile, type Sql, type Statement } from '../sql/sql';
import { announceOrigin } from './history/origin';
import { readPool } from './pools';
import { suspendSilenceTimeout } from './silence';
import { app } from './strapi';

/** Runs a statement and returns its rows, each an array of columns. */
export interface Run {
  (statement: Statement, parameters?: Readonly<Record<string, unknown>>): Promise<unknown[][]>;
  /** Whether the connection takes further statements before it has answered the first. */
  readonly isPipelined?: boolean;
}

/** A statement with its parameters. */
export interface Call {
  statement: Statement;
  parameters: Readonly<Record<string, unknown>>;
}

/** Runs statements in this order: all at once on a pipelined connection, else one after another. Returns the rows of each. */
export async function runAll(calls: Call[], run: Run): Promise<unknown[][][]> {
  if (run.isPipelined) return Promise.all(calls.map(({ statement, parameters }) => run(statement, parameters)));
  const answers: unknown[][][] = [];
  for (const { statement, parameters } of calls) answers.push(await run(statement, parameters));
  return answers;
}

/** Runs a statement outside any transaction. */
export const run: Run = async (statement, parameters = {}) => send(readPool(), statement, parameters);

/** How often a transaction runs before a deadlock is an error. */
const MAX_ATTEMPTS = 4;

/**
 * Runs `work` in a transaction that the document service shares. Retries when PostgreSQL ends the transaction in favour of
 * another one (a deadlock), so `work` must change nothing but the database.
 */
export function transaction<T>(work: (run: Run) => Promise<T>): Promise<T> {
  return app().db.inTransaction() ? attempt(work) : withRetries(() => attempt(work));
}

/** Repeats a transaction that PostgreSQL ends in favour of another one. */
export async function withRetries<T>(transact: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await transact();
    } catch (error) {
      if (attempts === MAX_ATTEMPTS || !isSerializationFailure(error)) throw error;
    }
  }
}

const attempt = <T>(work: (run: Run) => Promise<T>): Promise<T> =>
  withWriteEvents(async () =>
    app().db.transaction(async ({ trx }) => {
      const connection = await connectionOf(trx);
      const run: Run = (statement, parameters = {}) => send(connection, statement, parameters);
      await announceOrigin(run);
      return work(run);
    }),
  );

/** Runs `work` in a read-only transaction that sees one snapshot of the database. */
export async function snapshot<T>(work: (run: Run) => Promise<T>): Promise<T> {
  const client = await readPool().connect();
  // Plans, exports and reports read everything, so their statements have no time limit.
  const restoreTimeout = suspendSilenceTimeout(client);
  try {
    await client.query(
      `begin isolation level repeatable read read only; set local statement_timeout = 0; set local lock_timeout = '60s'`,
    );
    return await work((statement, parameters = {}) => send(client, statement, parameters));
  } finally {
    restoreTimeout();
    // The transaction only read: if the connection is lost, the server can end it.
    await client.query('rollback').then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  }
}

/** Runs a statement on this connection. Errors: when it takes longer than `timeout` milliseconds. */
export async function send(
  connection: Connection,
  statement: Statement,
  parameters: Readonly<Record<string, unknown>> = {},
  timeout?: number,
): Promise<unknown[][]> {
  const { rows } = await connection.query({
    name: statement.name,
    text: statement.text,
    values: statement.values(parameters),
    rowMode: 'array',
    query_timeout: timeout,
  });
  return rows;
}

/** Runs a query without keeping its plan: for texts that do not recur. */
export const runOnce = (run: Run, query: Sql, parameters: Record<string, unknown> = {}): Promise<unknown[][]> =>
  run({ ...compile(query), name: '' }, parameters);
