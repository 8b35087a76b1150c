import type { BackupFolders } from '../backup/folders';
import { damagedManifests, listBackups, type Manifest } from '../backup/manifest';
import { reachOf } from '../backup/reach';
import { StartError } from '../start-error';
import { chooseBackup } from './choose';
import { historyOf } from './history';

/**
 * Refuses a backup of another major version, whose files PostgreSQL cannot read.
 * @throws StartError when the versions differ.
 */
export function refuseOtherMajor({ name, postgresMajor, rostraVersion }: Manifest, installed: number): void {
  if (postgresMajor === installed) return;
  throw new StartError(
    `The backup ${name} is of PostgreSQL ${postgresMajor}, and ${installed} is installed. Restore it with Rostra ${rostraVersion}.`,
  );
}

/**
 * Selects the backup to restore from, and the timeline to follow.
 * @throws StartError when there is none; its message has the restorable period.
 */
export function selectBackup(
  folders: BackupFolders,
  moment: Date | undefined,
  name: string | undefined,
): { backup: Manifest; timeline: number } {
  if (listBackups(folders).length === 0) {
    const damaged = damagedManifests(folders).map((each) => `${each.name}: ${each.fault}`);
    const none = damaged.length > 0 ? `All backups in ${folders.root} are damaged: ${damaged.join('; ')}.` : '';
    throw new StartError(none || `There are no backups in ${folders.root}; npm run backup makes one.`);
  }
  const { backup, timeline, usable } = chooseBackup(historyOf(folders), moment);
  if (!backup)
    throw new StartError(
      `No backup can restore the state at ${moment?.toISOString() ?? 'present'}. ${describeReach(folders)}`,
    );
  if (name === undefined) return { backup, timeline };
  const named = usable.find((candidate) => candidate.name === name);
  if (named && Date.parse(named.endedAt) <= Date.parse(backup.endedAt)) return { backup: named, timeline };
  throw new StartError(
    `The backup ${name} cannot restore that. Possible ones: ${usable.map((candidate) => candidate.name).join(', ')}.`,
  );
}

/**
 * Describes the period that the archive alone can restore. A timeline from which nothing can be restored, because its history is
 * damaged, ends the period where it began.
 */
export function describeReach(folders: BackupFolders): string {
  const history = historyOf(folders);
  const ends = history.timelines.slice(1).map(({ since }) => new Date(Date.parse(since) - 1));
  for (const moment of [undefined, ...ends.reverse()]) {
    const { timeline, usable } = chooseBackup(history, moment);
    for (const backup of usable) {
      const { endedAt } = backup;
      const { end, missing } = reachOf(folders, backup, timeline);
      if (end === undefined || (moment && Date.parse(endedAt) > moment.getTime())) continue;
      const last = moment && moment < end ? moment : end;
      const period = `The archive reaches from ${endedAt} to ${last.toISOString()}.`;
      const broken = missing === undefined ? '' : ' A part of the log after it is missing.';
      const own = " While the database's own folder exists, its last transactions can be restored as well.";
      return `${period}${broken}${moment ? '' : own}`;
    }
  }
  return 'The archive alone can restore nothing.';
}
