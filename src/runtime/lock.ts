import path from 'node:path';
import lockfile from 'proper-lockfile';
import { ensureDataDir } from './private-files';

/** Runs work in one process at a time per data folder. The lock of a killed process expires after five seconds. */
export async function withLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  ensureDataDir(dataDir);
  const release = await lockfile.lock(dataDir, {
    lockfilePath: path.join(dataDir, 'lock'),
    stale: 5000,
    update: 1000,
    // A process suspended this long has lost its lock; the default would crash it.
    onCompromised: () => undefined,
    retries: { retries: 900, factor: 1, minTimeout: 200, maxTimeout: 200 },
  });
  try {
    return await work();
  } finally {
    await release().catch(() => undefined);
  }
}
