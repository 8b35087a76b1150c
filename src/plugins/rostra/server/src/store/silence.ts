import type { Socket } from 'node:net';
import type { ClientBase } from 'pg';

/** The parts of the driver's client that its types omit. */
interface Driver {
  /** False while a statement is under way. */
  readyForQuery: boolean;
  connection: { stream: Socket };
}

const driverOf = (client: ClientBase): Driver => client as unknown as Driver;

const limited = new WeakSet<ClientBase>();

/**
 * Ends a connection whose server sends nothing for so many milliseconds while a statement runs; the statement fails. Without
 * the timeout, TCP would wait for a quarter of an hour. Statements take no longer for it.
 */
export function setSilenceTimeout(client: ClientBase, milliseconds: number): void {
  const driver = driverOf(client);
  const { stream } = driver.connection;
  stream.setTimeout(milliseconds);
  if (limited.has(client)) return;
  limited.add(client);
  stream.on('timeout', () => {
    if (!driver.readyForQuery) stream.destroy(new Error('Connection terminated: the database is silent'));
  });
}

/** Ends a connection, and fails the statement that is under way with this reason; PostgreSQL may go on with it. */
export const endConnection = (client: ClientBase, reason: Error): void =>
  void driverOf(client).connection.stream.destroy(reason);

/** Removes the timeout; returns a function that restores it. */
export function suspendSilenceTimeout(client: ClientBase): () => void {
  const { stream } = driverOf(client).connection;
  const { timeout = 0 } = stream;
  stream.setTimeout(0);
  return () => void stream.setTimeout(timeout);
}

const gathering = new WeakSet<ClientBase>();

/** Sends all statements of the current turn of the event loop with one system call. */
export function gatherStatements(client: ClientBase): void {
  if (gathering.has(client)) return;
  gathering.add(client);
  const { stream } = driverOf(client).connection;
  stream.cork();
  process.nextTick(() => {
    gathering.delete(client);
    stream.uncork();
  });
}
