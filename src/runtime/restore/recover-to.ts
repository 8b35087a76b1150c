import { existsSync } from 'node:fs';
import path from 'node:path';
import { PASSWORD } from '../backup/data-files';
import type { BackupFolders } from '../backup/folders';
import { ancestorsOf } from '../backup/histories';
import { type Ancestor, segmentAt, segmentFile, segmentOf } from '../backup/log-places';
import { listBackups } from '../backup/manifest';
import { follow, type LogDamage } from '../backup/reach';
import type { Found } from '../backup/verify';
import type { Placement } from '../postgres/placement';
import { StartError } from '../start-error';
import { logSource } from './log-source';
import { LogEndError, type RecoveredServer, recover } from './recover';
import type { RestoreRequest } from './restore';

/** A recovered server, and the damage up to which its log was replayed; undefined if that was as far as was asked for. */
interface Recovered extends RecoveredServer {
  endedBy: string | undefined;
}

/** What is known of the log that a restore replays. */
export type KnownLog = Pick<Found, 'log' | 'branch'>;

/**
 * Recovers up to the moment, or the end of the log. If the log ends before the moment and nothing can be missing, its end is the state
 * at that moment.
 * @throws StartError when the log does not lead there
 */
export async function recoverTo(request: RestoreRequest, draft: Placement, known: KnownLog): Promise<Recovered> {
  const { backup, moment, logs } = request;
  const { log } = known;
  const end = request.upToDamage ? log : undefined;
  const isOwn = known.branch && !end && hasFirstSegment(logs, request.timeline, known.branch);
  const branch = isOwn ? undefined : known.branch;
  const recoverWith = recoveryOf(request, draft, { end, branch });
  const recoverAll = async () => {
    const { unread, ...recovered } = await recoverWhole(request, recoverWith, branch);
    if (unread !== undefined && !request.upToDamage)
      throw new StartError(`${unread}; nothing was changed. Add --up-to-damage to restore everything before that.`);
    return { ...recovered, endedBy: end?.fault ?? unread };
  };
  if (!moment) return await recoverAll();
  try {
    // Up to the branch there is nothing of this timeline, and after it what was undone.
    if (branch) throw new LogEndError(undefined);
    const target = `recovery_target_time=${moment.toISOString().replace('Z', '+00')}`;
    return { ...(await recoverWith(target)), endedBy: undefined };
  } catch (error) {
    const isAtEnd = error instanceof LogEndError;
    if (!isAtEnd && !isStoppedBy(error, log)) throw error;
    if (log && !end) {
      const reason = `nothing was changed: ${log.fault}. Give an earlier moment, or add --up-to-damage to restore everything before the damage.`;
      if (!isAtEnd) throw new StartError(`The log that leads to that moment is damaged, and ${reason}`);
      throw new StartError(
        `The log before that moment ends at ${error.lastTransaction ?? backup.endedAt}, and ${reason}`,
      );
    }
    if (!isAtEnd) throw error;
    if (logs.length === 0 && !end) throw new StartError(tooLate(error.lastTransaction ?? backup.endedAt));
    return await recoverAll();
  }
}

type Recover = (...options: string[]) => Promise<RecoveredServer>;

/** Starts PostgreSQL with further options until it has recovered, or failed to. */
function recoveryOf(
  { settings, placement, folders, timeline, logs }: RestoreRequest,
  draft: Placement,
  { end, branch }: { end: LogDamage | undefined; branch: Ancestor | undefined },
): Recover {
  const target = branch?.timeline ?? end?.timeline ?? timeline;
  const options = [
    ...settings.embeddedPostgresOptions,
    // PostgreSQL keeps what the new timeline writes, and archives it once the service runs on it.
    'archive_mode=on',
    'archive_command=',
    'hot_standby=off',
    logSource({
      script: scriptOf(placement),
      wal: folders.wal,
      folders: logs,
      end: branch ? undefined : end?.segment,
      undone: knownAncestors(folders, target).map((each) => segmentFile(each.timeline, segmentAt(each.until))),
    }),
    // Its history would be wrong if the log ended before the timeline begins.
    `recovery_target_timeline=${target}`,
    'recovery_target_action=promote',
  ];
  const passwords = listBackups(folders).map(({ name }) => path.join(folders.base, name, 'data', PASSWORD));
  return (...more) => recover({ placement: draft, options: [...options, ...more], passwords });
}

/** Recovers everything, up to a branch if there is one. `unread`: where PostgreSQL ended although the archive has more. */
async function recoverWhole(
  { folders, backup, timeline }: RestoreRequest,
  recoverWith: Recover,
  branch: Ancestor | undefined,
): Promise<RecoveredServer & { unread: string | undefined }> {
  if (branch) {
    const target = [`recovery_target_lsn=${branch.until}`, 'recovery_target_inclusive=off'];
    const recovered = await recoverWith(...target).catch((error) => {
      // The ancestor was restored at its end: nothing comes after the branch.
      if (error instanceof LogEndError) return recoverWith();
      throw error;
    });
    return { ...recovered, unread: undefined };
  }
  const recovered = await recoverWith();
  const last = segmentOf(follow(folders, backup, timeline).files.at(-1) ?? '');
  const read = recovered.redoneTo === undefined ? undefined : segmentAt(recovered.redoneTo);
  if (!last || read === undefined || read >= last.segment) return { ...recovered, unread: undefined };
  const unread = `PostgreSQL cannot read its log after ${recovered.redoneTo}, in ${segmentFile(recovered.timeline, read).slice(8)}, though the archive reaches to ${segmentFile(last.timeline, last.segment).slice(8)}`;
  return { ...recovered, unread };
}

/** Whether the database's own folder has the first segment of the timeline to follow. */
const hasFirstSegment = (logs: string[], timeline: number, { until }: Ancestor): boolean =>
  logs.some((log) => existsSync(path.join(log, segmentFile(timeline, segmentAt(until)))));

function knownAncestors(folders: BackupFolders, timeline: number): Ancestor[] {
  try {
    return ancestorsOf(folders, timeline);
  } catch {
    // It was reported. Without it PostgreSQL follows no ancestor either.
    return [];
  }
}

/** The program with which PostgreSQL fetches its log. */
export const scriptOf = ({ cluster }: Placement): string => path.join(path.dirname(cluster), 'postgres-restore.sh');

/** Whether PostgreSQL came to the damage before it came to the moment. */
const isStoppedBy = (error: unknown, log: LogDamage | undefined): boolean =>
  log !== undefined && error instanceof StartError && error.message.includes(log.segment);

const tooLate = (end: string): string =>
  `The archive ends before that moment, at ${end}. --latest restores everything.`;
