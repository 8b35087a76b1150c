import path from 'node:path';
import lockfile from 'proper-lockfile';
import { ensureDataDir } from './private-files';

/** Runs work that one process at a time may do in a data folder. A lock left by a killed process is taken over after five seconds. */
export async function withLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  ensureDataDir(dataDir);
  const release = await lockfile.lock(dataDir, {
    lockfilePath: path.join(dataDir, 'lock'),
    stale: 5000,
    update: 1000,
    // A process that stood still for so long has lost its lock; by default that would end it.
    onCompromised: () => undefined,
    retries: { retries: 900, factor: 1, minTimeout: 200, maxTimeout: 200 },
  });
  try {
    return await work();
  } finally {
    await release().catch(() => undefined);
  }
}
