import { rm } from 'node:fs/promises';
import { isWhole, type Run, unanswered } from './answered';

/**
 * Stops the shared services and removes their data. When every test has been run, each described operation must have
 * given some test a good answer. Errors: with the operations that have not.
 */
export default async function tearDown(run: Run): Promise<void> {
  if (!globalThis.rostraPool) return;
  const { services, folder } = globalThis.rostraPool;
  let untested: string[] = [];
  try {
    const service = await services.any();
    if (service && isWhole(run)) untested = await unanswered(service.url);
  } finally {
    await services.stop();
    await rm(folder, { recursive: true, force: true });
  }
  if (untested.length > 0) throw new Error(`No test has had a good answer from:\n  ${untested.join('\n  ')}`);
}
