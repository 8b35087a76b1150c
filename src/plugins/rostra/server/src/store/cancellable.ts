import type { PoolClient } from 'pg';
import { type Run, send } from './database';
import { openedPools, readPool } from './pools';

/**
 * Runs statements outside any transaction until a signal: then PostgreSQL ends the statement that is under way, and none begins any more.
 * Errors: the signal's reason.
 */
export const runUntil =
  (signal: AbortSignal): Run =>
  async (statement, parameters = {}) => {
    signal.throwIfAborted();
    const client = await readPool().connect();
    let cancelled: Promise<unknown> | undefined;
    const cancel = () => {
      // If that fails, the statement ends at the limit of all.
      cancelled = endStatementOf(client).catch(() => undefined);
    };
    signal.addEventListener('abort', cancel);
    try {
      signal.throwIfAborted();
      return await send(client, statement, parameters);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
      // The next statement on this connection is somebody else's.
      await cancelled;
      client.release();
    }
  };

/** Ends what a connection is doing, by another one that never waits for other statements. */
const endStatementOf = async (client: PoolClient): Promise<unknown> =>
  openedPools().lookUps.query('select pg_cancel_backend($1)', [processOf(client)]);

/** The server's process of a connection, which the driver's types omit. Checked with pg 8.23.1. */
const processOf = (client: PoolClient): number => (client as PoolClient & { processID: number }).processID;
