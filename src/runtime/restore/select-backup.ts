import type { BackupFolders } from '../backup/folders';
import { listBackups, type Manifest } from '../backup/manifest';
import { reachOf } from '../backup/reach';
import { ancestorsOf, liveTimelines } from '../backup/timelines';
import { StartError } from '../start-error';
import { chooseBackup } from './choose';

/**
 * Which files PostgreSQL can start from depends on its major version.
 * @throws StartError when the one that is installed is another.
 */
export function refuseOtherMajor({ name, postgresMajor, rostraVersion }: Manifest, installed: number): void {
  if (postgresMajor === installed) return;
  throw new StartError(
    `The backup ${name} is of PostgreSQL ${postgresMajor}, and ${installed} is installed. Restore it with Rostra ${rostraVersion}.`,
  );
}

/**
 * The backup that a restore begins with, and the timeline that it follows.
 * @throws StartError when there is none, telling from when to when can be restored.
 */
export function choose(
  folders: BackupFolders,
  moment: Date | undefined,
  name: string | undefined,
): { backup: Manifest; timeline: number } {
  if (listBackups(folders).length === 0) {
    throw new StartError(`There are no backups in ${folders.root}: npm run backup makes one.`);
  }
  const { backup, timeline, usable } = chooseBackup(knownOf(folders), moment);
  if (!backup) throw new StartError(`No backup leads to ${moment?.toISOString() ?? 'now'}. ${describeReach(folders)}`);
  if (name === undefined) return { backup, timeline };
  const named = usable.find((found) => found.name === name);
  if (named && Date.parse(named.endedAt) <= Date.parse(backup.endedAt)) return { backup: named, timeline };
  throw new StartError(
    `The backup ${name} does not lead there. Those that may: ${usable.map((of) => of.name).join(', ')}.`,
  );
}

/** Tells from when to when can be restored, by the archive alone. */
export function describeReach(folders: BackupFolders): string {
  const { backup: newest, timeline, usable } = chooseBackup(knownOf(folders));
  const [oldest] = usable;
  if (!oldest || !newest) return 'Nothing can be restored.';
  const { end, missing } = reachOf(folders, oldest, timeline);
  const broken = missing === undefined ? '' : ' A part of the log is missing there.';
  const until = end ? `to ${end.toISOString()}` : 'on';
  return `The archive reaches from ${oldest.endedAt} ${until}.${broken} As long as the database's own folder is there, its last transactions can be restored, too.`;
}

const knownOf = (folders: BackupFolders) => ({
  backups: listBackups(folders),
  timelines: liveTimelines(folders),
  ancestorsOf: (timeline: number) => ancestorsOf(folders, timeline),
});
