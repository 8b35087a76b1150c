import { chmodSync, chownSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { chown, readdir } from 'node:fs/promises';
import path from 'node:path';
import { canEnter, type Owner } from '../postgres/owner';
import type { Placement } from '../postgres/placement';
import type { Settings } from '../settings';
import { StartError } from '../start-error';

/** Where backups lie. */
export interface BackupFolders {
  root: string;
  /** One folder for each base backup. */
  base: string;
  /** PostgreSQL's log of changes, one compressed file for each segment. PostgreSQL's own user writes it. */
  wal: string;
}

/** The folders of the backups. The default follows the database where PostgreSQL's own user cannot enter the data folder. */
export function backupFolders({ backupDir, dataDir }: Settings, { cluster, owner }: Placement): BackupFolders {
  const isOpen = !owner || canEnter(dataDir, owner);
  const root = backupDir ?? path.join(isOpen ? dataDir : path.dirname(cluster), 'backups');
  return { root, base: path.join(root, 'base'), wal: path.join(root, 'wal') };
}

/**
 * Makes the folders that are missing; only their owners may look into them.
 * @throws StartError when PostgreSQL's own user could not reach the folder of the log.
 */
export function ensureBackupFolders({ root, base, wal }: BackupFolders, { owner }: Placement): void {
  makeFolder(root, owner ? 0o711 : 0o700);
  makeFolder(base, 0o700);
  makeFolder(wal, 0o700);
  if (!owner) return;
  if (statSync(wal).uid !== owner.uid) chownSync(wal, owner.uid, owner.gid);
  if (canEnter(wal, owner)) return;
  throw new StartError(
    `PostgreSQL's own user cannot enter ${root}, where it would write its log. Open each folder above it to passers-by (chmod 711), or choose another BACKUP_DIR.`,
  );
}

/** Gives the archive to PostgreSQL's own user, who has another number where the machine is another one. */
export async function chownArchive({ wal }: BackupFolders, owner: Owner | undefined): Promise<void> {
  if (!owner || statSync(wal).uid === owner.uid) return;
  for (const name of await readdir(wal)) await chown(path.join(wal, name), owner.uid, owner.gid);
  await chown(wal, owner.uid, owner.gid);
}

/** @throws StartError when the database is one that backups of ours do not know. */
export function refuseForeignDatabase({ databaseUrl }: Settings): void {
  if (process.platform === 'win32') {
    throw new StartError('Backups of the embedded database are not made on Windows: see docs/backups.md.');
  }
  if (!databaseUrl) return;
  throw new StartError(
    'DATABASE_URL names a PostgreSQL of your own, which is backed up and restored with its own tools: see docs/backups.md.',
  );
}

function makeFolder(folder: string, mode: number): void {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, mode);
}
