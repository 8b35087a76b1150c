import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Placement } from '../postgres/placement';
import type { BackupFolders } from './folders';
import { listBackups, type Manifest } from './manifest';

/** Separates the name of a cluster's folder from the time at which a restore replaced it. */
export const OLD_CLUSTER = '.before-restore-';

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

function isClusterOf(cluster: string, { systemIdentifier }: Pick<Manifest, 'systemIdentifier'>): boolean {
  const control = path.join(cluster, 'global', 'pg_control');
  return existsSync(control) && readFileSync(control).readBigUInt64LE().toString() === systemIdentifier;
}
