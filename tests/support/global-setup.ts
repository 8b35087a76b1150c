import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { keepAnsweredIn } from './answered';
import { type ServicePool, startServicePool } from './service-pool';

declare global {
  var rostraPool: { services: ServicePool; folder: string } | undefined;
}

/** Starts the pool of services that the HTTP tests share. */
export default async function setUp(): Promise<void> {
  const services = await startServicePool({ hasCommands: true });
  const folder = await mkdtemp(path.join(os.tmpdir(), 'rostra-answered-'));
  globalThis.rostraPool = { services, folder };
  keepAnsweredIn(path.join(folder, 'answered'));
  process.env.ROSTRA_TEST_POOL = services.address;
}
