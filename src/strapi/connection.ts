import type { Knex } from 'knex';
import type { QueryArrayResult } from 'pg';
import { assertStrapiHas } from './assert-strapi-has';

/** The driver's own connection to PostgreSQL. */
export interface Connection {
  query(config: {
    name?: string;
    text: string;
    values: unknown[];
    rowMode: 'array';
    query_timeout?: number | undefined;
  }): Promise<QueryArrayResult>;
}

/**
 * The connection of a knex transaction, which its types omit. Checked with knex 3.0.1.
 * @throws StartError when there is none. This happens at the start, which prepares the database in a transaction.
 */
export function connectionOf(trx: Knex.Transaction): Promise<Connection> {
  const { client } = trx as { client?: { acquireConnection?(): Promise<Connection> } };
  assertStrapiHas(typeof client?.acquireConnection === 'function', 'transaction of knex with a connection of its own');
  return client.acquireConnection();
}
