import { type Ancestor, placeOf } from '../backup/log-places';
import type { Manifest } from '../backup/manifest';
import type { LiveTimeline } from '../backup/timelines';

/** What is known of the backups. */
export interface Known {
  backups: Manifest[];
  timelines: LiveTimeline[];
  ancestorsOf: (timeline: number) => Ancestor[];
}

/** What a restore begins with, and the timeline that it follows. */
export interface Choice {
  timeline: number;
  backup: Manifest | undefined;
  /** All that it could begin with, whatever the moment; the oldest first. */
  usable: Manifest[];
}

/**
 * The newest base backup that leads to a moment, or to the last one. After a restore there are several pasts: the one that
 * counts is that of the timeline which the service wrote to at that moment, so that a restore can itself be taken back.
 */
export function chooseBackup({ backups, timelines, ancestorsOf }: Known, moment?: Date): Choice {
  const timeline = liveAt(timelines, moment) ?? backups.at(-1)?.timeline ?? 1;
  const ancestors = ancestorsOf(timeline);
  const usable = backups.filter(
    (backup) =>
      backup.timeline === timeline ||
      ancestors.some((of) => of.timeline === backup.timeline && placeOf(backup.stopLsn) <= placeOf(of.until)),
  );
  const backup = usable.filter(({ endedAt }) => !moment || Date.parse(endedAt) <= moment.getTime()).at(-1);
  return { timeline, backup, usable };
}

function liveAt(timelines: LiveTimeline[], moment: Date | undefined): number | undefined {
  const begun = timelines.filter(({ since }) => !moment || Date.parse(since) <= moment.getTime());
  return (begun.at(-1) ?? timelines[0])?.timeline;
}
