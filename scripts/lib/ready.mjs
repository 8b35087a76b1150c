import { ensureAdmin, ensureServer } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { requireNode } from './node-version.mjs';

/**
 * Installs and builds what changed; on failure, prints the reason and ends the process. `server` builds the server, by
 * default with type checks. `folders` are those of the packages to install, from the root.
 */
export async function makeReady({ admin, server = ensureServer, folders = ['.'] }) {
  requireNode();
  try {
    await withLock(async () => {
      for (const folder of folders) await ensureInstalled(folder);
      await server();
      if (admin) await ensureAdmin();
    });
  } catch (error) {
    console.error(`\n${error.message}`);
    process.exit(1);
  }
}
