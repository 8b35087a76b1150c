import { rm } from 'node:fs/promises';
import { isFullRun, type Run, uncoveredOperations } from './covered-operations';

/**
 * Stops the shared services and removes their data. After a full run, throws if a described operation never answered a test
 * with success, and lists those operations.
 */
export default async function tearDown(run: Run): Promise<void> {
  if (!globalThis.rostraPool) return;
  const { services, folder } = globalThis.rostraPool;
  let untested: string[] = [];
  try {
    const service = await services.any();
    if (service && isFullRun(run)) untested = await uncoveredOperations(service.url);
  } finally {
    await services.stop();
    await rm(folder, { recursive: true, force: true });
  }
  if (untested.length > 0) throw new Error(`No test got a successful answer from:\n  ${untested.join('\n  ')}`);
}
