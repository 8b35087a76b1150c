import path from 'node:path';
import { keepAnsweredIn } from './answered';
import type { Service } from './service';
import { startTestService } from './test-service';

declare global {
  var rostraService: Service | undefined;
}

/** Starts the service that the HTTP tests share. */
export default async function setUp(): Promise<void> {
  const { service, context } = await startTestService();
  globalThis.rostraService = service;
  keepAnsweredIn(path.join(service.dataDir, 'answered'));
  process.env.ROSTRA_TEST = JSON.stringify(context);
}
