import { Gauge } from 'prom-client';
import { poolOf } from '../../../../../strapi/pool';
import { type PoolUse, poolUse } from '../store/pools';
import { app } from '../store/strapi';
import { registry } from './registry';

const pools = (): Record<string, PoolUse> => ({ ...poolUse(), strapi: strapiPoolUse() });

/** The use of Strapi's pool, through which the document service and the panel write. */
function strapiPoolUse(): PoolUse {
  const pool = poolOf(app());
  return { used: pool.numUsed(), idle: pool.numFree(), waiting: pool.numPendingAcquires(), limit: pool.max };
}

new Gauge({
  name: 'rostra_pool_connections',
  help: 'Connections to PostgreSQL by pool and state (used, idle).',
  labelNames: ['pool', 'state'],
  registers: [registry],
  collect() {
    for (const [pool, { used, idle }] of Object.entries(pools())) {
      this.set({ pool, state: 'used' }, used);
      this.set({ pool, state: 'idle' }, idle);
    }
  },
});

new Gauge({
  name: 'rostra_pool_waiting',
  help: 'Requests waiting for a connection of a pool.',
  labelNames: ['pool'],
  registers: [registry],
  collect() {
    for (const [pool, { waiting }] of Object.entries(pools())) this.set({ pool }, waiting);
  },
});

new Gauge({
  name: 'rostra_pool_limit',
  help: 'Maximum number of connections of a pool.',
  labelNames: ['pool'],
  registers: [registry],
  collect() {
    for (const [pool, { limit }] of Object.entries(pools())) this.set({ pool }, limit);
  },
});
