import type { PoolClient } from 'pg';
import { isCancelled } from '../errors/database';
import { type Run, send } from './database';
import { openedPools, readPool } from './pools';
import { endConnection } from './silence';

/**
 * Runs statements outside any transaction until a signal: then PostgreSQL ends the statement that is under way, and none begins any more.
 * Errors: the signal's reason where the statement was ended, or not sent; any other failure as it is.
 */
export const runUntil =
  (signal: AbortSignal): Run =>
  async (statement, parameters = {}) => {
    const client = await connectUntil(signal);
    let isLost: Promise<boolean> | undefined;
    const end = () => {
      isLost = endStatementOf(client).then(
        () => false,
        () => {
          endConnection(client, signal.reason);
          return true;
        },
      );
    };
    signal.addEventListener('abort', end);
    try {
      return await send(client, statement, parameters);
    } catch (error) {
      throw signal.aborted && isCancelled(error) ? signal.reason : error;
    } finally {
      signal.removeEventListener('abort', end);
      // The next statement on this connection is somebody else's.
      client.release(await isLost);
    }
  };

/** A connection for statements that end at a signal. Errors: the signal's reason if that comes first. */
function connectUntil(signal: AbortSignal): Promise<PoolClient> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop);
    readPool()
      .connect()
      .then((client) => {
        signal.removeEventListener('abort', stop);
        if (signal.aborted) client.release();
        else resolve(client);
      }, reject);
  });
}

/** Ends what a connection is doing, by another one that never waits for other statements. Errors: the server has no such process, as behind PgBouncer. */
async function endStatementOf(client: PoolClient): Promise<void> {
  const { rows } = await openedPools().lookUps.query('select pg_cancel_backend($1) as is_sent', [processOf(client)]);
  if (rows[0]?.is_sent !== true) throw new Error('the statement cannot be ended');
}

/** The server's process of a connection, which the driver's types omit. Checked with pg 8.23.1. */
const processOf = (client: PoolClient): number => (client as PoolClient & { processID: number }).processID;
