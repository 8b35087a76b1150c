import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { recordCoverageIn } from './covered-operations';
import { type ServicePool, startServicePool } from './service-pool';

declare global {
  var rostraPool: { services: ServicePool; folder: string } | undefined;
}

/** Starts the pool of services of the HTTP tests. */
export default async function setUp(): Promise<void> {
  const services = await startServicePool({ hasCommands: true });
  const folder = await mkdtemp(path.join(os.tmpdir(), 'rostra-coverage-'));
  globalThis.rostraPool = { services, folder };
  recordCoverageIn(path.join(folder, 'operations'));
  process.env.ROSTRA_TEST_POOL = services.address;
}
