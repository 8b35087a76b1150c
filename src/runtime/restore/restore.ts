import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { writeDurably } from '../../common/files';
import { NEEDED_FOLDERS } from '../backup/cluster-files';
import { copyFolder } from '../backup/copy';
import { restoreMissingFiles } from '../backup/data-files';
import { type BackupFolders, chownArchive } from '../backup/folders';
import { archiveHistory } from '../backup/histories';
import { historyFile } from '../backup/log-places';
import { backupName, type Manifest } from '../backup/manifest';
import { OLD_CLUSTER } from '../backup/own-logs';
import type { Owner } from '../postgres/owner';
import type { Placement } from '../postgres/placement';
import { addressOf, runningPostmaster } from '../postgres/postmaster';
import { stopServer } from '../postgres/server';
import type { Settings } from '../settings';
import { StartError } from '../start-error';
import type { DatabaseContent } from './check';
import { damageIn } from './damage';
import { recoverTo, scriptOf } from './recover-to';
import { listOf, refuseDamage } from './refuse-damage';
import { swapClusters } from './swap';

export interface RestoreRequest {
  settings: Settings;
  placement: Placement;
  folders: BackupFolders;
  /** Folders with the log of the database that is backed up here: what the archive lacks. */
  logs: string[];
  backup: Manifest;
  timeline: number;
  /** Undefined for the latest state. */
  moment: Date | undefined;
  /** Whether everything before the damage is asked for, where the log is damaged before that. */
  upToDamage: boolean;
  /** Opens the restored database at an address, as what uses it would; throws if that is impossible. */
  check: (address: string) => Promise<DatabaseContent>;
  report: (line: string) => void;
  /** Whether a stop was requested. */
  isStopping: () => boolean;
}

/** What a restore did. */
export interface RestoreResult extends DatabaseContent {
  lastTransaction: string | undefined;
  /** The damage up to which the log was replayed; undefined if it was replayed as far as was asked for. */
  endedBy: string | undefined;
  /** The folder of the previous cluster; undefined if there was none. */
  aside: string | undefined;
  /** Restored files that the data folder lacked. */
  files: string[];
  uploads: number;
}

/** The cluster that a restore builds next to the current one, unused until it is complete and checked. */
export const draftOf = (placement: Placement): Placement => ({
  ...placement,
  cluster: `${placement.cluster}.restoring`,
  logFile: path.join(placement.dataDir, 'restore.log'),
});

/** Removes what an interrupted restore left. */
export async function clearDraft(placement: Placement): Promise<void> {
  const draft = draftOf(placement);
  await stopCompletely(draft);
  // Copies still running into it now fail, and may interfere for a moment.
  await rm(draft.cluster, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

/** Stops a server cleanly, so that the end of its log is archived. */
export async function stopCompletely(placement: Placement): Promise<void> {
  await stopServer(placement);
  if (runningPostmaster(placement)) throw new StartError(`The server of ${placement.cluster} does not stop.`);
}

/**
 * Restores next to the current cluster, checks the result, and only then replaces the current one. Call it while
 * holding the data folder's lock, with no server running.
 * @throws StartError, with everything unchanged.
 */
export async function restore(request: RestoreRequest): Promise<RestoreResult> {
  const { placement, folders, report } = request;
  const { owner, cluster } = placement;
  const draft = draftOf(placement);
  const { log, branch, damagedOthers } = await refuseDamage(request);
  await rm(draft.logFile, { force: true });
  await chownArchive(folders, owner);
  try {
    await copyBack(request, draft, damagedOthers);
    report('Replaying the log …');
    const { lastTransaction, endedBy, ...recovered } = await recoverTo(request, draft, { log, branch });
    report('Checking the restored database …');
    const address = addressOf(draft, recovered.port, 'rostra');
    const damage = await damageIn(address);
    if (damage.length > 0)
      throw new StartError(`The restored database is damaged, and the present one stays: ${listOf(damage)}.`);
    const checked = await request.check(address);
    const history = await readFile(path.join(draft.cluster, 'pg_wal', historyFile(recovered.timeline)), 'utf8');
    await archiveHistory(folders, recovered.timeline, history, owner);
    await stopCompletely(draft);
    const aside = existsSync(cluster) ? `${cluster}${OLD_CLUSTER}${backupName(new Date().toISOString())}` : undefined;
    if (request.isStopping()) throw new Error('stopped');
    // Before the swap: a service that starts after a restore was killed there must not make secrets of its own.
    const source = path.join(folders.base, request.backup.name);
    const files = await restoreMissingFiles(request.settings, source, { damaged: damagedOthers, report });
    const rest = { source, timeline: recovered.timeline, former: request.timeline, damaged: damagedOthers };
    const uploads = await swapClusters(request, { draft: draft.cluster, aside, rest }, report);
    return { ...checked, files, uploads, lastTransaction, endedBy, aside };
  } catch (error) {
    await clearDraft(placement);
    throw request.isStopping() ? new StartError('Stopped before the end; nothing has changed.') : error;
  } finally {
    await rm(scriptOf(placement), { force: true });
  }
}

/** Copies the cluster of the backup, without the files that are named, by their paths within the backup. */
async function copyBack(
  { placement, folders, backup, report }: RestoreRequest,
  draft: Placement,
  without: string[],
): Promise<void> {
  report(`Copying the backup ${backup.name} …`);
  const from = path.join(folders.base, backup.name, 'cluster');
  const isExcluded = (name: string) => without.includes(path.join('cluster', name));
  // PostgreSQL flushes it before it replays its log.
  await copyFolder(from, draft.cluster, { owner: placement.owner, isFlushed: false, isExcluded });
  for (const name of NEEDED_FOLDERS) await ensureFolder(path.join(draft.cluster, name), placement.owner);
  const signal = path.join(draft.cluster, 'recovery.signal');
  await writeDurably(signal, '');
  if (placement.owner) await chown(signal, placement.owner.uid, placement.owner.gid);
}

async function ensureFolder(folder: string, owner: Owner | undefined): Promise<void> {
  const isNew = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (isNew !== undefined && owner) await chown(folder, owner.uid, owner.gid);
}
