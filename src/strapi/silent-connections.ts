import type { Core } from '@strapi/strapi';
import type { ClientBase } from 'pg';
import { setSilenceTimeout } from '../plugins/rostra/server/src/store/silence';
import { assertStrapiHas } from './assert-strapi-has';

/** The part of knex's pool that tells of connections. */
interface Pool {
  on?(event: 'acquireSuccess', hear: (id: number, connection: ClientBase) => void): void;
}

/**
 * Ends Strapi's own connections that are asked and do not answer for so many seconds, so that who waits is answered 503.
 * For a service that has started: a start and a command have statements that take minutes. Checked with Strapi 5.54.0, knex
 * 3.0.1 and tarn 3.1.2.
 * @throws StartError when knex keeps its connections in another pool.
 */
export function endSilentConnections(strapi: Core.Strapi, seconds: number): void {
  const { pool } = strapi.db.connection.client as { pool?: Pool };
  assertStrapiHas(typeof pool?.on === 'function', 'pool of knex that tells of connections');
  pool.on('acquireSuccess', (_, connection) => setSilenceTimeout(connection, seconds * 1000));
}
