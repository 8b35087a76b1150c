import { existsSync } from 'node:fs';
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
import { lastVerification, type Verification } from '../backup/verification';
import { verifyBackup } from '../backup/verify';
import type { Placement } from '../postgres/placement';
import { addressOf, runningPostmaster } from '../postgres/postmaster';
import { stopServer } from '../postgres/server';
import type { Settings } from '../settings';
import { StartError } from '../start-error';
import { checkDatabase, type DatabaseContent } from './check';
import { chooseBackup } from './choose';
import { damageIn } from './damage';
import { logSource, ownLogs } from './log-source';
import { LogEndError, type RecoveredServer, recover } from './recover';
import { historyOf } from './select-backup';
import { OLD_CLUSTER, swapClusters } from './swap';

/** The most faults that an error names. */
const MAX_NAMED = 20;

export interface RestoreRequest {
  settings: Settings;
  placement: Placement;
  folders: BackupFolders;
  backup: Manifest;
  timeline: number;
  /** Undefined for the latest state. */
  moment: Date | undefined;
  report: (line: string) => void;
  /** Whether a stop was requested. */
  isStopping: () => boolean;
}

/** What a restore did. */
export interface RestoreResult extends DatabaseContent {
  lastTransaction: string | undefined;
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
  const { dataDir, owner, cluster } = placement;
  const draft = draftOf(placement);
  const damagedFiles = await refuseDamage(request);
  await rm(draft.logFile, { force: true });
  await chownArchive(folders, owner);
  try {
    await copyBack(request, draft);
    report('Replaying the log …');
    const recovered = await recoverTo(request, draft);
    report('Checking the restored database …');
    const address = addressOf(draft, recovered.port, 'rostra');
    const damage = await damageIn(address);
    if (damage.length > 0)
      throw new StartError(`The restored database is damaged, and the present one stays: ${listOf(damage)}.`);
    const checked = await checkDatabase(address, path.join(dataDir, 'restore-check'));
    const history = await readFile(path.join(draft.cluster, 'pg_wal', historyFile(recovered.timeline)), 'utf8');
    await archiveHistory(folders, recovered.timeline, history, owner);
    await stopCompletely(draft);
    const aside = existsSync(cluster) ? `${cluster}${OLD_CLUSTER}${nameOf(new Date())}` : undefined;
    if (request.isStopping()) throw new Error('stopped');
    await swapClusters(placement, { draft: draft.cluster, aside });
    const completed = await complete(request, recovered.timeline, damagedFiles);
    return { ...checked, ...completed, lastTransaction: recovered.lastTransaction, aside };
  } catch (error) {
    await clearDraft(placement);
    throw request.isStopping() ? new StartError('Stopped before the end; nothing has changed.') : error;
  } finally {
    await rm(scriptOf(placement), { force: true });
  }
}

/** Completes a successful restore; errors are only reported. */
async function complete(request: RestoreRequest, timeline: number, damaged: string[]) {
  const { settings, folders, backup, report } = request;
  const result = { files: [] as string[], uploads: 0 };
  try {
    await recordTimeline(folders, timeline, new Date().toISOString(), request.timeline);
    const source = path.join(folders.base, backup.name);
    result.files = await restoreMissingFiles(settings, source, damaged);
    result.uploads = await restoreMissingUploads(source, damaged);
  } catch (error) {
    report(`The database is restored, but not all other files: ${String(error)}`);
  }
  return result;
}

async function copyBack({ placement, folders, backup, report }: RestoreRequest, draft: Placement): Promise<void> {
  report(`Copying the backup ${backup.name} …`);
  const from = path.join(folders.base, backup.name, 'cluster');
  // PostgreSQL flushes it before it replays its log.
  await copyFolder(from, draft.cluster, { owner: placement.owner, isFlushed: false });
  const signal = path.join(draft.cluster, 'recovery.signal');
  await writeDurably(signal, '');
  if (placement.owner) await chown(signal, placement.owner.uid, placement.owner.gid);
}

/**
 * Restores up to the moment. If the log ends before it and nothing can be missing, its end is the state at that
 * moment.
 */
async function recoverTo(request: RestoreRequest, draft: Placement): Promise<RecoveredServer> {
  const { settings, placement, folders, backup, timeline, moment } = request;
  const logs = ownLogs(placement.cluster, backup);
  const options = [
    ...settings.embeddedPostgresOptions,
    // PostgreSQL keeps what the new timeline writes, and archives it once the service runs on it.
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
    const log = lastVerification(folders, backup)?.log;
    const [segment = ''] = /[0-9A-F]{24}/.exec(log?.fault ?? '') ?? [];
    // The moment is close before the damage, which PostgreSQL came to first.
    if (log && segment && error instanceof StartError && error.message.includes(segment))
      throw new StartError(
        `The log that leads to that moment is damaged, and nothing was changed: ${log.fault}. Give an earlier moment.`,
      );
    if (!(error instanceof LogEndError)) throw error;
    const end = error.lastTransaction ?? backup.endedAt;
    // Its end would count as that of the log.
    const { missing } = reachOf(folders, backup, timeline);
    if (missing !== undefined)
      throw new StartError(
        `The log before that moment ends at ${end}: wal/${missing}.gz is missing. Give a moment before that.`,
      );
    if (logs.length === 0) throw new StartError(tooLate(end));
    return await recover({ placement: draft, options, oldPassword });
  }
}

/**
 * Refuses a backup whose database is damaged, and a moment that only damaged log leads to.
 * @returns damaged files besides the database, which the restore leaves out
 */
async function refuseDamage({ folders, backup, timeline, moment, report }: RestoreRequest): Promise<string[]> {
  report(`Verifying the backup ${backup.name} …`);
  const { faults, warnings, log, damagedOthers } = await verifyBackup(folders, backup, timeline);
  if (faults.length > 0) {
    const { usable } = chooseBackup(historyOf(folders), moment);
    const others = usable.filter(
      (each) =>
        each.name !== backup.name &&
        canReach(lastVerification(folders, each), moment) &&
        (!moment || Date.parse(each.endedAt) <= moment.getTime()),
    );
    const hint =
      others.length > 0
        ? `Sound when they were last verified: ${others.map(({ name }) => name).join(', ')}. Restore one with --backup.`
        : `No other ${moment ? 'backup from before that moment' : 'backup'} was sound when it was last verified; npm run backup -- --verify reads them all again.`;
    throw new StartError(`The backup ${backup.name} is damaged, and nothing was changed: ${listOf(faults)}. ${hint}`);
  }
  if (log && (!moment || moment.toISOString() > log.until))
    throw new StartError(
      `The log after the backup ${backup.name} is damaged, and nothing was changed: ${log.fault}. --to can restore a moment before it, to about ${log.until}.`,
    );
  for (const warning of warnings) report(`Damaged in the backup: ${warning}.`);
  return damagedOthers;
}

/** Whether a verification found that a backup and its log lead to a moment, or to the latest state. */
const canReach = (found: Verification | undefined, moment: Date | undefined): boolean =>
  found?.faults.length === 0 && (!found.log || (moment !== undefined && moment.toISOString() <= found.log.until));

const listOf = (faults: string[]): string =>
  `${faults.slice(0, MAX_NAMED).join(', ')}${faults.length > MAX_NAMED ? `, and ${faults.length - MAX_NAMED} more` : ''}`;

const tooLate = (end: string): string =>
  `The archive ends before that moment, at ${end}. --latest restores everything.`;

const scriptOf = ({ cluster }: Placement): string => path.join(path.dirname(cluster), 'postgres-restore.sh');

const nameOf = (date: Date): string => `${date.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
