import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { writePrivateFile } from '../private-files';
import { copyBinaries, installedBinaries, program } from './binaries';
import { canEnter, type Owner, ownerOf } from './owner';

/** The embedded server's files and the user that runs it. */
export interface Placement {
  dataDir: string;
  cluster: string;
  native: string;
  logFile: string;
  owner: Owner | undefined;
}

/**
 * Used only under root, when PostgreSQL's user cannot reach the data folder or node_modules (such as a clone in
 * /root).
 */
const SHARED_DIR = '/var/lib/rostra';

/** Decides where the cluster of a data folder is stored. Call it while holding the data folder's lock. */
export function placeCluster(dataDir: string): Placement {
  const cluster = clusterOf(dataDir);
  const owner = ownerOf(cluster);
  return { dataDir, cluster, owner, native: usableBinaries(owner), logFile: path.join(dataDir, 'postgres.log') };
}

/** Whether a data folder has a cluster, inside it or elsewhere. */
export function hasCluster(dataDir: string): boolean {
  const pointer = path.join(dataDir, 'postgres-location');
  const cluster = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : path.join(dataDir, 'postgres');
  return existsSync(path.join(cluster, 'PG_VERSION'));
}

function clusterOf(dataDir: string): string {
  const inside = path.join(dataDir, 'postgres');
  const pointer = path.join(dataDir, 'postgres-location');
  if (existsSync(pointer)) return readFileSync(pointer, 'utf8').trim();
  const owner = ownerOf(inside);
  if (!owner || canEnter(dataDir, owner)) return inside;
  const outside = path.join(SHARED_DIR, `${nameOf(dataDir)}-${randomBytes(3).toString('hex')}`, 'postgres');
  makePassable(SHARED_DIR);
  makePassable(path.dirname(outside));
  writePrivateFile(pointer, `${outside}\n`);
  // Standard output belongs to the answer of a command.
  console.error(`The database is stored in ${outside}: PostgreSQL's user cannot enter ${dataDir}.`);
  return outside;
}

function usableBinaries(owner: Owner | undefined): string {
  const native = installedBinaries();
  if (!owner || canRun(native, owner)) return native;
  makePassable(SHARED_DIR);
  return copyBinaries(native, SHARED_DIR);
}

/** Creates a folder that every user may enter, whatever the umask. */
function makePassable(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
}

function canRun(native: string, owner: Owner): boolean {
  return spawnSync(program(native, 'postgres'), ['--version'], { ...owner, cwd: '/' }).status === 0;
}

function nameOf(dataDir: string): string {
  return createHash('sha256').update(dataDir).digest('hex').slice(0, 8);
}
