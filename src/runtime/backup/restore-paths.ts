import { type BackupHistory, chooseBackup } from './choose';
import type { BackupFolders } from './folders';
import { ancestorsOf } from './histories';
import type { Manifest } from './manifest';
import { listBackups } from './manifest';
import { liveTimelines } from './timelines';

/**
 * The backups and their timelines. One whose history is damaged begins with its own backups.
 * @throws StartError when the list of timelines is damaged.
 */
export const historyOf = (folders: BackupFolders): BackupHistory => ({
  backups: listBackups(folders),
  timelines: liveTimelines(folders),
  ancestorsOf: (timeline) => {
    try {
      return ancestorsOf(folders, timeline);
    } catch {
      return [];
    }
  },
});

/** The timelines along which backups are restored. */
export interface RestorePaths {
  /** The one that the service writes to; undefined if nobody knows. */
  present: number | undefined;
  /** The present one if a backup leads to it, or its own. */
  timelineOf(backup: Pick<Manifest, 'name' | 'timeline'>): number;
}

/** Determines the timeline along which each backup is restored. */
export function restorePaths(folders: BackupFolders): RestorePaths {
  try {
    const { timeline, usable } = chooseBackup(historyOf(folders));
    const names = new Set(usable.map(({ name }) => name));
    return { present: timeline, timelineOf: (backup) => (names.has(backup.name) ? timeline : backup.timeline) };
  } catch {
    // The list of timelines is damaged, which is named elsewhere.
    return { present: undefined, timelineOf: ({ timeline }) => timeline };
  }
}
