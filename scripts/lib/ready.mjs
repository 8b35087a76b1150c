import { ensureAdmin, ensureServer } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { requireNode } from './node-version.mjs';
import { hasSources } from './paths.mjs';

const NO_SOURCES = `This folder holds a built service without its sources: nothing can be installed or built here, and nothing was changed.
Build where the sources are, and deploy the new build. "npm start" and commands with NODE_ENV=production run what is here.`;

/**
 * Installs and builds what changed; on failure, prints the reason and ends the process. Without the sources it does so before
 * it changes anything. `server` builds the server, by default with type checks. `folders` are those of the packages to
 * install, from the root.
 */
export async function makeReady({ admin, server = ensureServer, folders = ['.'] }) {
  requireNode();
  if (!hasSources) {
    console.error(`\n${NO_SOURCES}\n`);
    process.exit(2);
  }
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
