import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { BackupFolders } from './folders';
import { type Ancestor, segmentAt, segmentOf } from './log-places';
import type { Manifest } from './manifest';
import { ancestorsOf } from './timelines';

/** How far the archive leads from a backup. */
interface Reach {
  /** When the last segment of the log that follows without a gap came into the archive. */
  end: Date | undefined;
  /** The number of a segment that is missing although later ones are there. */
  missing: bigint | undefined;
}

/** Looks how far the archive leads from a base backup along a timeline. */
export function reachOf(folders: BackupFolders, { startSegment }: Manifest, timeline: number): Reach {
  const files = readdirSync(folders.wal).filter((name) => name.endsWith('.gz'));
  const { last, missing } = followLog(files, { startSegment, timeline, ancestors: ancestorsOf(folders, timeline) });
  return { end: last === undefined ? undefined : statSync(path.join(folders.wal, last)).mtime, missing };
}

interface Way {
  startSegment: string;
  timeline: number;
  ancestors: Ancestor[];
}

/** Follows the segments of the log from the first one needed: the file of the last one before a gap, and the gap. */
export function followLog(
  files: string[],
  { startSegment, timeline, ancestors }: Way,
): { last: string | undefined; missing: bigint | undefined } {
  const ends = new Map(ancestors.map((of) => [of.timeline, segmentAt(of.until)]));
  const found = new Map<bigint, string>();
  for (const file of files) {
    const of = segmentOf(file);
    const isOnTheWay = of && (of.timeline === timeline || of.segment <= (ends.get(of.timeline) ?? -1n));
    if (isOnTheWay) found.set(of.segment, file);
  }
  let next = segmentOf(startSegment)?.segment ?? 0n;
  let last: string | undefined;
  for (; found.has(next); next++) last = found.get(next);
  const isBroken = [...found.keys()].some((segment) => segment > next);
  return { last, missing: isBroken ? next : undefined };
}
