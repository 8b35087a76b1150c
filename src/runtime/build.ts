import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { appDir, distDir } from './paths';

/** What changes with the code of a process: the stamp of the compiled sources (scripts/lib/build.mjs), and npm's record of the packages. */
const RECORDS = [path.join(distDir, '.server-stamp'), path.join(appDir, 'node_modules', '.package-lock.json')];

/**
 * Identifies the code of this process, with Node.js and the platform; undefined where that is unknown, as under `npm run dev` and where
 * something else than npm has installed the packages.
 */
export function buildOf(records: string[] = RECORDS): string | undefined {
  if (!records.every((record) => existsSync(record))) return undefined;
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}`);
  for (const record of records) hash.update(readFileSync(record));
  return hash.digest('hex');
}

/** The code of this process, see `buildOf`. */
export const build = buildOf();
