import { isWhole, type Run, unanswered } from './answered';
import { stopCommandHost } from './command-host';
import { removeService } from './service';

/**
 * Stops the shared service and removes its data. When every test has been run, each described operation must have given
 * some test a good answer. Errors: with the operations that have not.
 */
export default async function tearDown(run: Run): Promise<void> {
  const service = globalThis.rostraService;
  if (!service) return;
  let untested: string[] = [];
  try {
    if (isWhole(run)) untested = await unanswered(service.url);
  } finally {
    if (globalThis.rostraCommandHost) await stopCommandHost(globalThis.rostraCommandHost);
    await removeService(service);
  }
  if (untested.length > 0) throw new Error(`No test has had a good answer from:\n  ${untested.join('\n  ')}`);
}
