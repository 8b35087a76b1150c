import { chooseBackup } from '../backup/choose';
import type { BackupFolders } from '../backup/folders';
import { backupName, damagedManifests, listBackups, type Manifest } from '../backup/manifest';
import { historyOf } from '../backup/restore-paths';
import { StartError } from '../start-error';
import { describeReach } from './periods';

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
  if (!backup) {
    const damaged = passedOver(folders, moment).map((fault) => ` Damaged: ${fault}.`);
    throw new StartError(
      `No backup can restore the state at ${moment?.toISOString() ?? 'present'}.${damaged.join('')} ${describeReach(folders, false)}`,
    );
  }
  if (name === undefined) return { backup, timeline };
  const possible = usable.filter(({ endedAt }) => Date.parse(endedAt) <= Date.parse(backup.endedAt));
  const named = possible.find((candidate) => candidate.name === name);
  if (named) return { backup: named, timeline };
  const fault = damagedManifests(folders).find((each) => each.name === name)?.fault;
  throw new StartError(
    `The backup ${name} cannot restore that${fault === undefined ? '' : `: ${fault}`}. Possible ones: ${possible.map((candidate) => candidate.name).join(', ')}.`,
  );
}

/** The backups that would have been chosen instead, to judge by their names, if their manifests were not damaged; each with its fault. */
export function passedOver(folders: BackupFolders, moment: Date | undefined, chosen?: Manifest): string[] {
  const isAfter = (name: string) => moment !== undefined && name > backupName(moment.toISOString());
  return damagedManifests(folders)
    .filter(({ name }) => name > (chosen?.name ?? '') && !isAfter(name))
    .map(({ name, fault }) => `${name}: ${fault}`);
}
