import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';

/** Hashes the names and contents of files and folders below the root, as far as `accepts` allows. */
export function hashOf(entries, { accepts = () => true, extra = '' } = {}) {
  const hash = createHash('sha256').update(extra);
  for (const file of entries.flatMap(filesIn).filter(accepts))
    hash.update(`\0${file}\0`).update(readFileSync(inRoot(file)));
  return hash.digest('hex');
}

/** Whether the stamp has this hash. */
export function isStamped(stamp, hash) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

/** Records a finished build. */
export function writeStamp(stamp, hash) {
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

function filesIn(entry) {
  if (!existsSync(inRoot(entry))) return [];
  if (!statSync(inRoot(entry)).isDirectory()) return [entry];
  return readdirSync(inRoot(entry))
    .filter((name) => name !== 'node_modules')
    .sort()
    .flatMap((name) => filesIn(`${entry}/${name}`));
}
