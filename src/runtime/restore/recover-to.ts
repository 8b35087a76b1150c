import path from 'node:path';
import { PASSWORD } from '../backup/data-files';
import type { BackupFolders } from '../backup/folders';
import { ancestorsOf } from '../backup/histories';
import { type Ancestor, segmentAt, segmentFile, segmentOf } from '../backup/log-places';
import { listBackups } from '../backup/manifest';
import { follow, type LogDamage } from '../backup/reach';
import { beginOf } from '../backup/timelines';
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
  const { folders, backup, timeline, moment, logs } = request;
  const { log } = known;
  const end = request.upToDamage ? log : undefined;
  const branch = end ? known.branch : follow(folders, backup, timeline, { logs }).branch;
  const recoverWith = recoveryOf(request, draft, { end, branch });
  const recoverAll = async () => {
    const recovered = await recoverWhole(recoverWith, branch);
    const unread = unreadAfter(request, recovered.redoneTo, branch);
    if (unread !== undefined && !request.upToDamage) throw new StartError(unreadable(unread));
    return { ...recovered, endedBy: end?.fault ?? unread };
  };
  if (!moment) return await recoverAll();
  // Up to the branch there is nothing of this timeline, and after it what was undone.
  if (branch) {
    if (end) return await recoverAll();
    throw new StartError(
      `The archive has nothing of what was written after the restore at ${beginOf(folders, timeline) ?? 'an unknown time'}; nothing was changed. --latest restores the state to which that restore had led.`,
    );
  }
  try {
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
    const isUnread = unreadAfter(request, error.redoneTo, branch) !== undefined;
    if (logs.length === 0 && !end && !isUnread) throw new StartError(tooLate(error.lastTransaction ?? backup.endedAt));
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

/** Recovers everything, up to a branch if there is one. */
async function recoverWhole(recoverWith: Recover, branch: Ancestor | undefined): Promise<RecoveredServer> {
  if (!branch) return recoverWith();
  const target = [`recovery_target_lsn=${branch.until}`, 'recovery_target_inclusive=off'];
  return recoverWith(...target).catch((error) => {
    // The ancestor was restored at its end: nothing comes after the branch.
    if (error instanceof LogEndError) return recoverWith();
    throw error;
  });
}

/** Where PostgreSQL stopped reading although the archive has more; undefined if it has not. A record may begin in the segment before its end. */
function unreadAfter(
  { folders, backup, timeline }: RestoreRequest,
  redoneTo: string | undefined,
  branch: Ancestor | undefined,
): string | undefined {
  const last = segmentOf(follow(folders, backup, timeline).files.at(-1) ?? '')?.segment;
  if (last === undefined || redoneTo === undefined) return undefined;
  const needed = branch ? segmentAt(branch.until) - 1n : last;
  if (segmentAt(redoneTo) >= needed) return undefined;
  const [from, to] = [segmentAt(redoneTo), needed].map((segment) => segmentFile(0, segment).slice(8));
  return `PostgreSQL cannot read its log after ${redoneTo}, in segment ${from}, though the archive reaches to ${to}`;
}

const unreadable = (fault: string): string =>
  `${fault}; nothing was changed. Add --up-to-damage to restore everything before that.`;

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
