import type { Core } from '@strapi/strapi';
import type { ClientBase } from 'pg';
import { limitSilence } from '../plugins/rostra/server/src/store/silence';

/** The part of knex's pool that tells of connections. */
interface Pool {
  on?(event: 'acquireSuccess', hear: (id: number, connection: ClientBase) => void): void;
}

/**
 * Ends Strapi's own connections that are asked and do not answer for so many seconds, so that who waits is answered 503.
 * For a service that has started: a start and a command have statements that take minutes. Checked with Strapi 5.54.0, knex
 * 3.0.1 and tarn 3.1.2.
 * @throws Error when knex keeps its connections in another pool.
 */
export function endSilentConnections(strapi: Core.Strapi, seconds: number): void {
  const { pool } = strapi.db.connection.client as { pool?: Pool };
  if (typeof pool?.on !== 'function')
    throw new Error('knex keeps its connections elsewhere now: writes would wait for a silent database');
  pool.on('acquireSuccess', (_, connection) => limitSilence(connection, seconds * 1000));
}
