import { ensureAdmin, ensureServer } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { requireNode } from './node-version.mjs';

/**
 * Installs and builds what has changed; ends the process with the reason when that fails. `server` builds the server, with
 * type checks unless told otherwise.
 */
export async function makeReady({ admin, server = ensureServer }) {
  requireNode();
  try {
    await withLock(async () => {
      await ensureInstalled();
      await server();
      if (admin) await ensureAdmin();
    });
  } catch (error) {
    console.error(`\n${error.message}`);
    process.exit(1);
  }
}
