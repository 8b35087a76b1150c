import { type Ancestor, placeOf } from './log-places';
import type { Manifest } from './manifest';
import type { LiveTimeline } from './timelines';

/** The backups and their timelines. */
export interface BackupHistory {
  backups: Manifest[];
  timelines: LiveTimeline[];
  ancestorsOf: (timeline: number) => Ancestor[];
}

/** The backup to restore from, and the timeline to follow. */
export interface BackupChoice {
  timeline: number;
  backup: Manifest | undefined;
  /** All backups of this past, whatever the moment; the oldest first. */
  usable: Manifest[];
}

/**
 * Chooses the newest base backup from which a moment, or the latest state, can be restored. After a restore there are
 * several pasts; the one that counts is that of the timeline the service wrote to at that moment, so that a restore
 * can itself be undone.
 */
export function chooseBackup({ backups, timelines, ancestorsOf }: BackupHistory, moment?: Date): BackupChoice {
  const timeline = liveAt(timelines, moment) ?? backups.at(-1)?.timeline ?? 1;
  const ancestors = ancestorsOf(timeline);
  const usable = backups.filter(
    (backup) =>
      backup.timeline === timeline ||
      ancestors.some(
        (ancestor) => ancestor.timeline === backup.timeline && placeOf(backup.stopLsn) <= placeOf(ancestor.until),
      ),
  );
  const backup = usable.filter(({ endedAt }) => !moment || Date.parse(endedAt) <= moment.getTime()).at(-1);
  return { timeline, backup, usable };
}

function liveAt(timelines: LiveTimeline[], moment: Date | undefined): number | undefined {
  const begun = timelines.filter(({ since }) => !moment || Date.parse(since) <= moment.getTime());
  return (begun.at(-1) ?? timelines[0])?.timeline;
}
