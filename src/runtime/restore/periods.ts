import { chooseBackup } from '../backup/choose';
import type { BackupFolders } from '../backup/folders';
import type { Manifest } from '../backup/manifest';
import { reachOf } from '../backup/reach';
import { historyOf } from '../backup/restore-paths';
import { lastVerification } from '../backup/verification';

/** A period of which the archive alone can restore every moment. */
export interface Period {
  /** In epoch ms. */
  from: number;
  to: number;
  /** A sentence about what comes after it; undefined if nothing does yet. */
  end: string | undefined;
}

/** A part of the service's past: its time on one timeline, in epoch ms. */
interface Stay {
  timeline: number;
  since: number;
  /** Undefined for the present one. */
  until: number | undefined;
  /** The backups from which it can be restored. */
  usable: Manifest[];
  end: string | undefined;
}

/**
 * The periods that the archive can restore, the earliest first. What was damaged when it was last verified counts as lost.
 * @throws StartError when the list of timelines is damaged.
 */
export function restorablePeriods(folders: BackupFolders): Period[] {
  const all = staysOf(folders).flatMap((stay) =>
    stay.usable.flatMap((backup) => periodOf(folders, backup, stay) ?? []),
  );
  const periods: Period[] = [];
  for (const period of all.sort((a, b) => a.from - b.from)) {
    const last = periods.at(-1);
    if (last === undefined || period.from > last.to + 1) periods.push(period);
    else if (period.to >= last.to) periods.splice(-1, 1, { ...period, from: last.from });
  }
  return periods;
}

/** Describes them in lines. `hasOwnLog`: whether the log of the present database is there, too. */
export function describeReach(folders: BackupFolders, hasOwnLog: boolean): string {
  const periods = restorablePeriods(folders);
  if (periods.length === 0) return 'The archive alone can restore nothing.';
  const own = "The database's own folder has its last transactions as well.";
  return periods
    .map(({ from, to, end = hasOwnLog ? own : undefined }) =>
      [`The archive reaches from ${textOf(from)} to ${textOf(to)}.`, end].filter(Boolean).join(' '),
    )
    .join('\n');
}

/** The service's past on each timeline, in order. */
function staysOf(folders: BackupFolders): Stay[] {
  const history = historyOf(folders);
  const [, ...later] = history.timelines;
  const begins = [0, ...later.map(({ since }) => Date.parse(since))];
  return begins.map((since, index) => {
    const next = later[index];
    const until = next && Date.parse(next.since) - 1;
    const end = next && `The service went over to timeline ${next.timeline} at ${next.since}.`;
    return { ...chooseBackup(history, until === undefined ? undefined : new Date(until)), since, until, end };
  });
}

/** What a backup can restore of a stay; undefined if nothing. */
function periodOf(folders: BackupFolders, backup: Manifest, stay: Stay): Period | undefined {
  const reach = reachOf(folders, backup, stay.timeline);
  if (!reach.end || (lastVerification(folders, backup)?.faults.length ?? 0) > 0) return undefined;
  const { since, until = Number.POSITIVE_INFINITY } = stay;
  const from = Math.max(since, Date.parse(backup.endedAt));
  // Another machine may keep the archive, with a clock of its own: the end of the backup can always be restored.
  const to = Math.min(until, Math.max(reach.end.getTime(), Date.parse(backup.endedAt)));
  if (from > to) return undefined;
  return { from, to, end: reach.damage && to < until ? `After that, ${reach.damage.fault}.` : stay.end };
}

const textOf = (time: number): string => new Date(time).toISOString();
