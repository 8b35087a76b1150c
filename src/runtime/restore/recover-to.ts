import path from 'node:path';
import type { LogDamage } from '../backup/reach';
import type { Placement } from '../postgres/placement';
import { StartError } from '../start-error';
import { logSource } from './log-source';
import { LogEndError, type RecoveredServer, recover } from './recover';
import type { RestoreRequest } from './restore';

/** A recovered server, and the damage up to which its log was replayed; undefined if that was as far as was asked for. */
interface Recovered extends RecoveredServer {
  endedBy: string | undefined;
}

/**
 * Recovers up to the moment, or the end of the log. If the log ends before the moment and nothing can be missing, its end is the state
 * at that moment.
 * @param log where the log is known to be damaged
 * @throws StartError when the log does not lead there
 */
export async function recoverTo(
  request: RestoreRequest,
  draft: Placement,
  log: LogDamage | undefined,
): Promise<Recovered> {
  const { settings, placement, folders, backup, timeline, moment, upToDamage, logs } = request;
  const end = upToDamage ? log : undefined;
  const options = [
    ...settings.embeddedPostgresOptions,
    // PostgreSQL keeps what the new timeline writes, and archives it once the service runs on it.
    'archive_mode=on',
    'archive_command=',
    'hot_standby=off',
    logSource({ script: scriptOf(placement), wal: folders.wal, folders: logs, end: end?.segment }),
    // Its history would be wrong if the log ended before the timeline begins.
    `recovery_target_timeline=${end?.timeline ?? timeline}`,
    'recovery_target_action=promote',
  ];
  const oldPassword = path.join(folders.base, backup.name, 'data', 'postgres-password');
  const recoverWith = (...more: string[]) => recover({ placement: draft, options: [...options, ...more], oldPassword });
  const recoverAll = async () => ({ ...(await recoverWith()), endedBy: end?.fault });
  if (!moment) return await recoverAll();
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
    if (logs.length === 0 && !end) throw new StartError(tooLate(error.lastTransaction ?? backup.endedAt));
    return await recoverAll();
  }
}

/** The program with which PostgreSQL fetches its log. */
export const scriptOf = ({ cluster }: Placement): string => path.join(path.dirname(cluster), 'postgres-restore.sh');

/** Whether PostgreSQL came to the damage before it came to the moment. */
const isStoppedBy = (error: unknown, log: LogDamage | undefined): boolean =>
  log !== undefined && error instanceof StartError && error.message.includes(log.segment);

const tooLate = (end: string): string =>
  `The archive ends before that moment, at ${end}. --latest restores everything.`;
