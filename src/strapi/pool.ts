import type { Core } from '@strapi/strapi';
import { assertStrapiHas } from './assert-strapi-has';

/** The knex pool of the document service and the panel. */
interface KnexPool {
  max: number;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

/**
 * Strapi's pool with its counters. Checked with Strapi 5.54.0, knex 3.0.1 and tarn 3.1.2.
 * @throws StartError when knex has another pool.
 */
export function strapiPool(strapi: Core.Strapi): KnexPool {
  const { pool } = strapi.db.connection.client as { pool?: KnexPool };
  const counters = [pool?.numUsed, pool?.numFree, pool?.numPendingAcquires];
  assertStrapiHas(
    pool && counters.every((each) => typeof each === 'function'),
    'pool of knex that counts its connections',
  );
  return pool;
}
