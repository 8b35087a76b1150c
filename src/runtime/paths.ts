import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder with package.json, for compiled code (`dist/src`) and for `src`. */
export const appDir = findAppDir(__dirname);

/** The compiled server and the built admin panel. */
export const distDir = path.join(appDir, 'dist');

/** Whether there is something to build: an installation for production may hold only what is built. */
export const hasSources = existsSync(path.join(appDir, 'src', 'index.ts'));

function findAppDir(start: string): string {
  const hasManifest = existsSync(path.join(start, 'package.json')) && existsSync(path.join(start, 'tsconfig.json'));
  const parent = path.dirname(start);
  if (hasManifest || parent === start) return start;
  return findAppDir(parent);
}
