import { existsSync, readFileSync } from 'node:fs';
import { chown, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { writeDurably } from '../../common/files';
import { copyFolder } from '../backup/copy';
import { restoreMissingFiles, restoreMissingUploads } from '../backup/data-files';
import { type BackupFolders, chownArchive } from '../backup/folders';
import { historyFile } from '../backup/log-places';
import type { Manifest } from '../backup/manifest';
import { reachOf } from '../backup/reach';
import { archiveHistory, recordTimeline } from '../backup/timelines';
import type { Placement } from '../postgres/placement';
import { addressOf, runningPostmaster } from '../postgres/postmaster';
import { stopServer } from '../postgres/server';
import type { Settings } from '../settings';
import { StartError } from '../start-error';
import { ASIDE } from './aside';
import { type Checked, checkDatabase } from './check';
import { logSource, ownLogs } from './log-source';
import { LogEndError, type RecoveredServer, recover } from './recover';
import { swapClusters } from './swap';

export interface Order {
  settings: Settings;
  placement: Placement;
  folders: BackupFolders;
  backup: Manifest;
  timeline: number;
  /** Everything that there is, without one. */
  moment: Date | undefined;
  tell: (line: string) => void;
  /** Whether somebody has asked for the end meanwhile. */
  isStopping: () => boolean;
}

/** What a restore has done. */
export interface RestoreResult extends Checked {
  lastTransaction: string | undefined;
  /** Where the cluster of before lies; nothing when there was none. */
  aside: string | undefined;
  /** Files that the data folder lacked. */
  files: string[];
  uploads: number;
}

/** The cluster that a restore makes, beside the present one; it is no one's until it is whole and checked. */
export const draftOf = (placement: Placement): Placement => ({
  ...placement,
  cluster: `${placement.cluster}.restoring`,
  logFile: path.join(placement.dataDir, 'restore.log'),
});

/** Clears away what a restore has left that was cut off. */
export async function clearDraft(placement: Placement): Promise<void> {
  const draft = draftOf(placement);
  await stopCompletely(draft);
  // What is still being copied into it fails now, and may be in the way for a moment.
  await rm(draft.cluster, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

/** Stops a server in order, so that the end of its log gets to its archive. */
export async function stopCompletely(placement: Placement): Promise<void> {
  await stopServer(placement);
  if (runningPostmaster(placement)) throw new StartError(`The server of ${placement.cluster} does not stop.`);
}

/**
 * Restores beside the present cluster, checks the outcome, and only then puts it in the present one's place. Call it under
 * the data folder's lock, with no server running.
 * @throws StartError, with everything as it was before.
 */
export async function restore(order: Order): Promise<RestoreResult> {
  const { placement, folders, tell } = order;
  const { dataDir, owner, cluster } = placement;
  const draft = draftOf(placement);
  if (!order.moment) refuseGap(order);
  await rm(draft.logFile, { force: true });
  await chownArchive(folders, owner);
  try {
    await copyBack(order, draft);
    tell('Repeating the log of changes …');
    const recovered = await recoverTo(order, draft);
    tell('Checking the restored database …');
    const checked = await checkDatabase(
      addressOf(draft, recovered.port, 'rostra'),
      path.join(dataDir, 'restore-check'),
    );
    const history = await readFile(path.join(draft.cluster, 'pg_wal', historyFile(recovered.timeline)), 'utf8');
    await archiveHistory(folders, recovered.timeline, history, owner);
    await stopCompletely(draft);
    const aside = existsSync(cluster) ? `${cluster}${ASIDE}${nameOf(new Date())}` : undefined;
    if (order.isStopping()) throw new Error('stopped');
    await swapClusters(placement, { draft: draft.cluster, aside });
    const completed = await complete(order, recovered.timeline);
    return { ...checked, ...completed, lastTransaction: recovered.lastTransaction, aside };
  } catch (error) {
    await clearDraft(placement);
    throw order.isStopping() ? new StartError('Stopped before the end: nothing has changed.') : error;
  } finally {
    await rm(scriptOf(placement), { force: true });
  }
}

/** What belongs to a restore that has succeeded already; a fault of it is told. */
async function complete({ settings, folders, backup, tell }: Order, timeline: number) {
  const done = { files: [] as string[], uploads: 0 };
  try {
    await recordTimeline(folders, timeline, new Date().toISOString());
    const kept = path.join(folders.base, backup.name);
    done.files = await restoreMissingFiles(settings, kept);
    done.uploads = await restoreMissingUploads(kept);
  } catch (error) {
    tell(`The database is restored, but not everything beside it: ${String(error)}`);
  }
  return done;
}

async function copyBack({ placement, folders, backup, tell }: Order, draft: Placement): Promise<void> {
  tell(`Copying the backup ${backup.name} …`);
  const from = path.join(folders.base, backup.name, 'cluster');
  // PostgreSQL brings it to the disk before it begins to repeat its log.
  const { files, bytes } = await copyFolder(from, draft.cluster, { owner: placement.owner, isFlushed: false });
  if (files !== backup.files || bytes !== backup.bytes) {
    throw new StartError(
      `The backup ${backup.name} is damaged: it should hold ${backup.files} files with ${backup.bytes} bytes, and holds ${files} with ${bytes}. --backup chooses another one.`,
    );
  }
  const signal = path.join(draft.cluster, 'recovery.signal');
  await writeDurably(signal, '');
  if (placement.owner) await chown(signal, placement.owner.uid, placement.owner.gid);
}

/** When nothing was written after the last transaction that is known, and nothing can be missing, that is the moment. */
async function recoverTo(order: Order, draft: Placement): Promise<RecoveredServer> {
  const { settings, placement, folders, backup, timeline, moment } = order;
  const logs = isOf(placement.cluster, backup) ? ownLogs(placement.cluster) : [];
  const options = [
    ...settings.embeddedPostgresOptions,
    // What the new timeline writes is kept, and archived once the service runs on it.
    'archive_mode=on',
    'archive_command=',
    'hot_standby=off',
    logSource(scriptOf(placement), folders.wal, logs),
    `recovery_target_timeline=${timeline}`,
    'recovery_target_action=promote',
  ];
  const until = moment ? [`recovery_target_time=${moment.toISOString().replace('Z', '+00')}`] : [];
  const oldPassword = path.join(folders.base, backup.name, 'data', 'postgres-password');
  try {
    return await recover({ placement: draft, options: [...options, ...until], oldPassword });
  } catch (error) {
    if (!(error instanceof LogEndError)) throw error;
    refuseGap(order);
    if (logs.length === 0) throw new StartError(tooLate(error.lastTransaction ?? backup.endedAt));
    return await recover({ placement: draft, options, oldPassword });
  }
}

/** A part of the log that is missing would be taken for its end. */
function refuseGap({ folders, backup, timeline }: Order): void {
  const { end, missing } = reachOf(folders, backup, timeline);
  if (missing === undefined) return;
  throw new StartError(
    `The archive lacks a part of the log, segment ${missing} of timeline ${timeline}: up to ${end?.toISOString()} everything can be restored, with --to.`,
  );
}

/** Whether a folder holds the cluster that a backup is of, so that its log goes on where the archive ends. */
function isOf(cluster: string, { systemIdentifier }: Manifest): boolean {
  const control = path.join(cluster, 'global', 'pg_control');
  return existsSync(control) && readFileSync(control).readBigUInt64LE().toString() === systemIdentifier;
}

const tooLate = (end: string): string =>
  `The archive ends before that moment, with what was written at ${end}. --latest restores all of it.`;

const scriptOf = ({ cluster }: Placement): string => path.join(path.dirname(cluster), 'postgres-restore.sh');

const nameOf = (date: Date): string => `${date.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
