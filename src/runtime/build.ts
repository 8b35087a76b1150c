import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { appDir, distDir } from './paths';

/** What changes with the code of a process: the stamp of the compiled sources (scripts/lib/build.mjs), and npm's record of the packages. */
const RECORDS = [path.join(distDir, '.server-stamp'), path.join(appDir, 'node_modules', '.package-lock.json')];

/** Identifies the code of this process; undefined where that is unknown, as under `npm run dev`. */
export function buildOf(records: string[] = RECORDS): string | undefined {
  if (!records.every((record) => existsSync(record))) return undefined;
  const hash = createHash('sha256').update(process.version);
  for (const record of records) hash.update(readFileSync(record));
  return hash.digest('hex');
}
