import type { Core } from '@strapi/strapi';
import type { ClientBase } from 'pg';
import { setSilenceTimeout } from '../plugins/rostra/server/src/store/silence';
import { assertStrapiHas } from './assert-strapi-has';

/** The part of knex's pool that emits events. */
interface PoolEvents {
  on?(event: 'acquireSuccess', listener: (id: number, connection: ClientBase) => void): void;
}

/**
 * Ends Strapi's own connections whose statement gets no answer for so many seconds, so that clients get a 503. Call it once the
 * service has started: starts and commands run statements that take minutes. Checked with Strapi 5.54.0, knex 3.0.1 and tarn
 * 3.1.2.
 * @throws StartError when knex has another pool.
 */
export function endSilentConnections(strapi: Core.Strapi, seconds: number): void {
  const { pool } = strapi.db.connection.client as { pool?: PoolEvents };
  assertStrapiHas(typeof pool?.on === 'function', 'pool of knex that emits events');
  pool.on('acquireSuccess', (_, connection) => setSilenceTimeout(connection, seconds * 1000));
}
