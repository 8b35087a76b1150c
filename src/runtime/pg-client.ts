import { Client, type ClientConfig } from 'pg';

/** Runs work with a connection of its own to PostgreSQL. Errors: those of connecting, and of the work. */
export async function withClient<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(config);
  // A lost connection fails the statement in progress.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
