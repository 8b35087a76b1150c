import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { freeMegabytes } from '../free-space';
import { withClient } from '../pg-client';
import { placeCluster } from '../postgres/placement';
import type { Settings } from '../settings';
import { isArchiving } from './archive';
import { archiveFailure, isFailing, readArchiverStatus } from './archive-status';
import { type BackupFolders, backupFolders } from './folders';
import { listBackups } from './manifest';
import { backUpRegularly } from './schedule';
import { readStatus, writeStatus } from './status';
import { recordTimeline } from './timelines';

const CHECK_MS = 10_000;

interface WatchOptions {
  /** The original settings, before the address of the embedded database was added. */
  settings: Settings;
  /** The service's folders whose disks need free space. */
  folders: string[];
  /** The address of the service's database. */
  url: string;
  /** Called once per problem. */
  warn: (message: string) => void;
}

/**
 * Checks archive and disks every ten seconds, writes the status of the backups, warns of new problems, and makes
 * scheduled backups. It keeps no process alive.
 */
export function watchBackups({ settings, folders, url, warn }: WatchOptions): void {
  const placement = settings.databaseUrl ? undefined : placeCluster(settings.dataDir);
  const backups = placement && backupFolders(settings, placement);
  const backUp = backups ? backUpRegularly(settings, backups, warn) : () => undefined;
  let reported = readStatus(settings.dataDir).lastError;
  let isBusy = false;
  const check = async () => {
    if (placement && backups && isArchiving(placement)) await checkArchive(settings, { url, folders: backups });
    const watched = [...folders, ...(backups && existsSync(backups.root) ? [backups.root] : [])];
    writeStatus(settings.dataDir, { errors: { disk: await describeLowDisks(watched, settings.diskWarningMb) } });
    const { lastError } = readStatus(settings.dataDir);
    if (lastError && lastError !== reported) warn(lastError);
    reported = lastError;
    backUp();
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    // Others report a silent database; the next check comes soon.
    check()
      .catch(() => undefined)
      .finally(() => {
        isBusy = false;
      });
  }, CHECK_MS);
  timer.unref();
}

async function checkArchive({ dataDir }: Settings, { url, folders }: { url: string; folders: BackupFolders }) {
  const config = { connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000 };
  const archiver = await withClient(config, readArchiverStatus);
  const isThere = existsSync(folders.wal);
  const isAtFault = !isThere || isFailing(archiver);
  const fault = isThere
    ? await recordTimeline(folders, archiver.timeline, new Date().toISOString()).catch((error: Error) => error.message)
    : undefined;
  writeStatus(dataDir, {
    ...(archiver.lastArchivedAt ? { lastArchivedAt: archiver.lastArchivedAt.toISOString() } : {}),
    errors: { archive: isAtFault ? archiveFailure(folders.wal) : (fault ?? undefined) },
  });
  if (!isThere) return;
  const newest = listBackups(folders).at(-1);
  if (newest) writeStatus(dataDir, { lastBackupAt: newest.endedAt });
}

/** Describes the disks of these folders with less than `floor` megabytes free; undefined if all have enough. */
async function describeLowDisks(folders: string[], floor: number): Promise<string | undefined> {
  const low = new Map<number, string>();
  for (const folder of folders) {
    const { dev } = await stat(folder);
    // Name only the first of several folders on one disk.
    if ((await freeMegabytes(folder)) < floor && !low.has(dev)) low.set(dev, `The disk of ${folder} is nearly full.`);
  }
  return low.size > 0 ? [...low.values()].join(' ') : undefined;
}
