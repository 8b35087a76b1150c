import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder that holds package.json, whether this code runs compiled (`dist/src`) or from `src`. */
export const appDir = findAppDir(__dirname);

/** Where the compiled server and the built admin panel lie. */
export const distDir = path.join(appDir, 'dist');

function findAppDir(start: string): string {
  const hasManifest = existsSync(path.join(start, 'package.json')) && existsSync(path.join(start, 'tsconfig.json'));
  const parent = path.dirname(start);
  if (hasManifest || parent === start) return start;
  return findAppDir(parent);
}
