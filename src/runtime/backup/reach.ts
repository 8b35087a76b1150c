import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { BackupFolders } from './folders';
import { type Ancestor, segmentAt, segmentOf } from './log-places';
import type { Manifest } from './manifest';
import { ancestorsOf } from './timelines';

/** How far the archive can restore from a backup. */
interface Reach {
  /** When the last contiguous segment was archived. */
  end: Date | undefined;
  /** The number of a missing segment, if later ones exist. */
  missing: bigint | undefined;
}

/** Determines how far the archive can restore from a base backup along a timeline. */
export function reachOf(folders: BackupFolders, { startSegment }: Manifest, timeline: number): Reach {
  const files = readdirSync(folders.wal).filter((name) => name.endsWith('.gz'));
  const { last, missing } = followLog(files, { startSegment, timeline, ancestors: ancestorsOf(folders, timeline) });
  return { end: last === undefined ? undefined : statSync(path.join(folders.wal, last)).mtime, missing };
}

interface LogPath {
  startSegment: string;
  timeline: number;
  ancestors: Ancestor[];
}

/**
 * Follows the log from the first segment needed: returns the last contiguous file, and the missing segment before
 * later ones.
 */
export function followLog(
  files: string[],
  { startSegment, timeline, ancestors }: LogPath,
): { last: string | undefined; missing: bigint | undefined } {
  const ends = new Map(ancestors.map(({ timeline: ancestor, until }) => [ancestor, segmentAt(until)]));
  const present = new Map<bigint, string>();
  for (const file of files) {
    const parsed = segmentOf(file);
    const isOnPath = parsed && (parsed.timeline === timeline || parsed.segment <= (ends.get(parsed.timeline) ?? -1n));
    if (isOnPath) present.set(parsed.segment, file);
  }
  let next = segmentOf(startSegment)?.segment ?? 0n;
  let last: string | undefined;
  for (; present.has(next); next++) last = present.get(next);
  const isBroken = [...present.keys()].some((segment) => segment > next);
  return { last, missing: isBroken ? next : undefined };
}
