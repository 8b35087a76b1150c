import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** A path below the root. */
export const inRoot = (...parts) => path.join(root, ...parts);

/** Whether there is something to build: an installation for production may hold only what is built. */
export const hasSources = ['src/index.ts', 'tsconfig.json'].every((file) => existsSync(inRoot(file)));

/** The lock files of the repository: the project's and that of the measurements. */
export const LOCK_FILES = ['package-lock.json', 'bench/package-lock.json'];
