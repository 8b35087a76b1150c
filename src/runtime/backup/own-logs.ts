import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';
import type { Placement } from '../postgres/placement';
import type { BackupFolders } from './folders';
import { segmentOf } from './log-places';
import { listBackups, type Manifest } from './manifest';

/** Separates the name of a cluster's folder from the time at which a restore replaced it. */
export const OLD_CLUSTER = '.before-restore-';

/** Where a segment of PostgreSQL's log has the identifier of its database. */
const IDENTIFIER_AT = 24;

/**
 * The logs of the current cluster and of those that restores replaced, the latest first; none if the current one is not that of the backup,
 * so that its log does not continue the archive.
 */
export function ownLogs(cluster: string, backup: Pick<Manifest, 'systemIdentifier'>): string[] {
  if (!isClusterOf(cluster, backup)) return [];
  const [folder, name] = [path.dirname(cluster), path.basename(cluster)];
  const replaced = readdirSync(folder)
    .filter((entry) => entry.startsWith(`${name}${OLD_CLUSTER}`))
    .map((entry) => path.join(folder, entry))
    .filter((entry) => isClusterOf(entry, backup))
    .sort()
    .reverse();
  return [cluster, ...replaced].map((entry) => path.join(entry, 'pg_wal'));
}

/** The same for the backups that are kept, which are of one database. */
export function ownLogsFor(folders: BackupFolders, { cluster }: Pick<Placement, 'cluster'>): string[] {
  const newest = listBackups(folders).at(-1);
  return newest ? ownLogs(cluster, newest) : [];
}

/** By its control file, or if that is damaged, by its log. */
function isClusterOf(cluster: string, { systemIdentifier }: Pick<Manifest, 'systemIdentifier'>): boolean {
  const isAt = (file: string, at: number) => identifierAt(file, at) === systemIdentifier;
  if (isAt(path.join(cluster, 'global', 'pg_control'), 0)) return true;
  const log = path.join(cluster, 'pg_wal');
  const segments = existsSync(log) ? readdirSync(log).filter((name) => segmentOf(name)) : [];
  return segments.some((name) => isAt(path.join(log, name), IDENTIFIER_AT));
}

/** Reads the identifier of a database from a file; undefined if that is impossible. */
function identifierAt(file: string, at: number): string | undefined {
  const bytes = Buffer.alloc(8);
  try {
    const handle = openSync(file, 'r');
    try {
      return readSync(handle, bytes, 0, bytes.length, at) === bytes.length
        ? bytes.readBigUInt64LE().toString()
        : undefined;
    } finally {
      closeSync(handle);
    }
  } catch {
    return undefined;
  }
}
