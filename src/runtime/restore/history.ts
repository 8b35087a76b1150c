import type { BackupFolders } from '../backup/folders';
import { ancestorsOf } from '../backup/histories';
import { listBackups } from '../backup/manifest';
import { liveTimelines } from '../backup/timelines';
import type { BackupHistory } from './choose';

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
