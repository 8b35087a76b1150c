import { existsSync } from 'node:fs';
import { Client } from 'pg';
import { placeCluster } from '../postgres/placement';
import type { Settings } from '../settings';
import { isArchiving } from './archive';
import { archiveFailure, isFailing, readArchiverStatus } from './archive-status';
import { describeLowDisks } from './disks';
import { type BackupFolders, backupFolders } from './folders';
import { listBackups } from './manifest';
import { backUpRegularly } from './schedule';
import { readStatus, writeStatus } from './status';
import { recordTimeline } from './timelines';

const CHECK_MS = 10_000;

interface WatchOptions {
  /** As they were given, before the address of the embedded database was added. */
  settings: Settings;
  /** The folders of the service whose disks must have room. */
  folders: string[];
  /** The address of the database that the service uses. */
  url: string;
  /** Is told what goes wrong, once. */
  warn: (message: string) => void;
}

/**
 * Looks at archive and disks every ten seconds, keeps the status of the backups, and warns when something begins to go wrong. Makes
 * backups when a setting says how often. It keeps no process alive.
 */
export function watchBackups({ settings, folders, url, warn }: WatchOptions): void {
  const placement = settings.databaseUrl ? undefined : placeCluster(settings.dataDir);
  const backups = placement && backupFolders(settings, placement);
  const backUp = backups ? backUpRegularly(settings, backups, warn) : () => undefined;
  let told = readStatus(settings.dataDir).lastError;
  let isBusy = false;
  const look = async () => {
    if (placement && backups && isArchiving(placement)) await lookAtArchive(settings, { url, folders: backups });
    const filled = [...folders, ...(backups && existsSync(backups.root) ? [backups.root] : [])];
    writeStatus(settings.dataDir, { errors: { disk: await describeLowDisks(filled, settings.diskWarningMb) } });
    const { lastError } = readStatus(settings.dataDir);
    if (lastError && lastError !== told) warn(lastError);
    told = lastError;
    backUp();
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    // A database that does not answer is a matter of others; the next look comes soon.
    look()
      .catch(() => undefined)
      .finally(() => {
        isBusy = false;
      });
  }, CHECK_MS);
  timer.unref();
}

async function lookAtArchive({ dataDir }: Settings, { url, folders }: { url: string; folders: BackupFolders }) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const archiver = await readArchiverStatus(client);
    const isThere = existsSync(folders.wal);
    const isAtFault = !isThere || isFailing(archiver);
    writeStatus(dataDir, {
      ...(archiver.lastArchivedAt ? { lastArchivedAt: archiver.lastArchivedAt.toISOString() } : {}),
      errors: { archive: isAtFault ? archiveFailure(folders.wal) : undefined },
    });
    if (!isThere) return;
    const newest = listBackups(folders).at(-1);
    if (newest) writeStatus(dataDir, { lastBackupAt: newest.endedAt });
    await recordTimeline(folders, archiver.timeline, new Date().toISOString());
  } finally {
    await client.end().catch(() => undefined);
  }
}
