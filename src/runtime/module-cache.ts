import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import path from 'node:path';
import { build as code } from './build';
import { appDir } from './paths';

/*
 * A process requires three thousand modules. To find them takes Node.js as long as to run them: it looks for package.json in every
 * folder above each. So a service notes where it found them, for the processes of the same build; that Node.js keeps the compiled code,
 * too, from version 22 on. Where the folder is not writable, nothing is noted, and every process looks for itself.
 */

const FOLDER = path.join(appDir, 'node_modules', '.cache', 'rostra');
const FILE = path.join(FOLDER, 'module-paths.json');

interface ModuleCache {
  /** Where modules were found, by their name and the folders to search. Not documented, so it may be missing. */
  _pathCache?: Record<string, string>;
  /** From Node.js 22.1 on. */
  enableCompileCache?(folder: string): unknown;
  flushCompileCache?(): void;
}

const { _pathCache: found, enableCompileCache, flushCompileCache } = Module as ModuleCache;

/** The code and where it is: copies of it can share their packages. */
const build = code && `${appDir} ${code}`;

/** Whether this build's paths are noted. */
let isNoted = false;

enableCompileCache?.(path.join(FOLDER, 'code'));
recallPaths();

function recallPaths(): void {
  try {
    const noted = JSON.parse(readFileSync(FILE, 'utf8')) as { build?: string; paths: Record<string, string> };
    if (!found || noted.build !== build) return;
    Object.assign(found, noted.paths);
    isNoted = true;
  } catch {
    // There is none yet.
  }
}

/** Notes where the modules of this process are, for others. Call it once a service has loaded everything. */
export function notePaths(): void {
  if (!build || isNoted) return;
  const paths = Object.entries(found ?? {}).filter(([, file]) => file.startsWith(appDir));
  try {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(`${FILE}.${process.pid}`, JSON.stringify({ build, paths: Object.fromEntries(paths) }));
    renameSync(`${FILE}.${process.pid}`, FILE);
  } catch {
    // Not writable.
  }
}

/** Has Node.js write the compiled code of modules. Call it before V8's flags change: V8 refuses code that was compiled under others. */
export const flushCompiledCode = (): void => flushCompileCache?.();
