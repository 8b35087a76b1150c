import { Gauge } from 'prom-client';
import { mapValues } from '../../../../../common/maps';
import { strapiPool } from '../../../../../strapi/pool';
import { type PoolUse, poolUse } from '../store/pools';
import { app } from '../store/strapi';
import { gaugeBy, registry } from './registry';

const pools = (): Record<string, PoolUse> => ({ ...poolUse(), strapi: strapiPoolUse() });

/** The use of Strapi's pool, through which the document service and the panel write. */
function strapiPoolUse(): PoolUse {
  const pool = strapiPool(app());
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

gaugeBy('pool', 'rostra_pool_waiting', 'Requests waiting for a connection of a pool.', () =>
  mapValues(pools(), ({ waiting }) => waiting),
);

gaugeBy('pool', 'rostra_pool_limit', 'Maximum number of connections of a pool.', () =>
  mapValues(pools(), ({ limit }) => limit),
);
