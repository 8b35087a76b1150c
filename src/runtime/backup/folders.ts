import { chmodSync, chownSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { chown, readdir } from 'node:fs/promises';
import path from 'node:path';
import { canEnter, type Owner } from '../postgres/owner';
import type { Placement } from '../postgres/placement';
import type { Settings } from '../settings';
import { StartError } from '../start-error';

/** The folders of the backups. */
export interface BackupFolders {
  root: string;
  /** Contains one folder per base backup. */
  base: string;
  /** PostgreSQL's write-ahead log, one compressed file per segment. PostgreSQL's user writes it. */
  wal: string;
}

/**
 * The folders of the backups. By default they are in the data folder, or next to the database if PostgreSQL's user
 * cannot enter the data folder.
 */
export function backupFolders({ backupDir, dataDir }: Settings, { cluster, owner }: Placement): BackupFolders {
  const isOpen = !owner || canEnter(dataDir, owner);
  const root = backupDir ?? path.join(isOpen ? dataDir : path.dirname(cluster), 'backups');
  return { root, base: path.join(root, 'base'), wal: path.join(root, 'wal') };
}

/**
 * Creates missing folders; only their owners may list them.
 * @throws StartError when PostgreSQL's user cannot reach the folder of the log.
 */
export function ensureBackupFolders({ root, base, wal }: BackupFolders, { owner }: Placement): void {
  makeFolder(root, owner ? 0o711 : 0o700);
  makeFolder(base, 0o700);
  makeFolder(wal, 0o700);
  if (!owner) return;
  if (statSync(wal).uid !== owner.uid) chownSync(wal, owner.uid, owner.gid);
  if (canEnter(wal, owner)) return;
  throw new StartError(
    `PostgreSQL's user cannot enter ${root}, where it writes its log. Let others pass through each parent folder (chmod 711), or choose another BACKUP_DIR.`,
  );
}

/** Makes PostgreSQL's user the owner of the archive; its user id may differ on another machine. */
export async function chownArchive({ wal }: BackupFolders, owner: Owner | undefined): Promise<void> {
  if (!owner || statSync(wal).uid === owner.uid) return;
  for (const name of await readdir(wal)) await chown(path.join(wal, name), owner.uid, owner.gid);
  await chown(wal, owner.uid, owner.gid);
}

/** @throws StartError when Rostra cannot back up this database. */
export function refuseForeignDatabase({ databaseUrl }: Settings): void {
  if (process.platform === 'win32') {
    throw new StartError('Backups of the embedded database are not supported on Windows: see docs/backups.md.');
  }
  if (!databaseUrl) return;
  throw new StartError(
    'DATABASE_URL names your own PostgreSQL; back it up and restore it with its own tools: see docs/backups.md.',
  );
}

function makeFolder(folder: string, mode: number): void {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, mode);
}
