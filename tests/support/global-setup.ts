import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { keepAnsweredIn } from './answered';
import { startCommandHost } from './command-host';
import type { Service } from './service';
import { startTestService } from './test-service';

declare global {
  var rostraService: Service | undefined;
  var rostraCommandHost: ChildProcess | undefined;
}

/** Starts the service that the HTTP tests share. */
export default async function setUp(): Promise<void> {
  const { service, context } = await startTestService();
  globalThis.rostraService = service;
  globalThis.rostraCommandHost = await startCommandHost(service.environment);
  keepAnsweredIn(path.join(service.dataDir, 'answered'));
  process.env.ROSTRA_TEST = JSON.stringify(context);
}
