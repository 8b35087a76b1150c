import { ensureAdmin, ensureServer } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { requireNode } from './node-version.mjs';

/** Installs and builds what changed; on failure, prints the reason and ends the process. */
export async function makeReady({ admin }) {
  requireNode();
  try {
    await withLock(async () => {
      await ensureInstalled();
      await ensureServer();
      if (admin) await ensureAdmin();
    });
  } catch (error) {
    console.error(`\n${error.message}`);
    process.exit(1);
  }
}
