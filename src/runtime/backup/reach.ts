import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { damagedLog } from './damaged-log';
import type { BackupFolders } from './folders';
import { ancestorsOf } from './histories';
import { type Ancestor, lastSegmentOf, segmentAt, segmentFile, segmentOf } from './log-places';
import type { Manifest } from './manifest';

/** How far the archive can restore from a backup. */
interface Reach {
  /** When the last contiguous segment was archived; undefined if the archive lacks log that the backup itself needs. */
  end: Date | undefined;
  /** Where the log after it is damaged or cut. */
  damage: LogDamage | undefined;
}

/** The first damaged or missing segment of the log after a backup. */
export interface LogDamage {
  fault: string;
  /** Its name, without suffix. */
  segment: string;
  /** The timeline of the segment before it, with which the sound log ends. */
  timeline: number;
  /** When that one was archived, or the backup ended if that was later, in ISO 8601: nothing in the sound log was written later. */
  until: string;
}

/**
 * Determines how far the archive can restore from a base backup along a timeline.
 * @param damaged the segments that count as lost; by default those that were damaged when they were last read
 */
export function reachOf(
  folders: BackupFolders,
  backup: Manifest,
  timeline: number,
  damaged = damagedLog(folders),
): Reach {
  const { files, missing } = follow(folders, backup, timeline);
  const first = files.findIndex((name) => name in damaged);
  const last = files.at(first === -1 ? -1 : first - 1);
  if (first === 0 || last === undefined) return { end: undefined, damage: undefined };
  const found = segmentOf(last);
  // Another process may remove it meanwhile.
  const end = statSync(path.join(folders.wal, last), { throwIfNoEntry: false })?.mtime;
  if (!found || !end || found.segment < lastSegmentOf(backup)) return { end: undefined, damage: undefined };
  const segment = files[first]?.slice(0, -'.gz'.length) ?? missing;
  if (segment === undefined) return { end, damage: undefined };
  const fault = damaged[`${segment}.gz`] ?? `wal/${segment}.gz is missing`;
  const until = new Date(Math.max(end.getTime(), Date.parse(backup.endedAt))).toISOString();
  return { end, damage: { fault, segment, timeline: found.timeline, until } };
}

/** The files of the archive that continue a base backup along a timeline, up to a gap; the first one first. */
export function follow(
  folders: BackupFolders,
  { startSegment }: Manifest,
  timeline: number,
): { files: string[]; missing: string | undefined } {
  const all = existsSync(folders.wal) ? readdirSync(folders.wal) : [];
  const files = all.filter((name) => name.endsWith('.gz'));
  const isOwn = segmentOf(startSegment)?.timeline === timeline;
  return followLog(files, { startSegment, timeline, ancestors: isOwn ? [] : ancestorsOf(folders, timeline) });
}

interface LogPath {
  startSegment: string;
  timeline: number;
  ancestors: Ancestor[];
}

/**
 * Follows the log from the first segment needed: returns the contiguous files, and the missing segment before
 * later ones.
 */
export function followLog(
  files: string[],
  { startSegment, timeline, ancestors }: LogPath,
): { files: string[]; missing: string | undefined } {
  const ends = new Map(ancestors.map(({ timeline: ancestor, until }) => [ancestor, lastSegmentOf({ stopLsn: until })]));
  const present = new Map<bigint, string>();
  for (const file of files) {
    const parsed = segmentOf(file);
    const isOnPath = parsed && (parsed.timeline === timeline || parsed.segment <= (ends.get(parsed.timeline) ?? -1n));
    if (isOnPath) present.set(parsed.segment, file);
  }
  let next = segmentOf(startSegment)?.segment ?? 0n;
  const followed: string[] = [];
  for (let file = present.get(next); file !== undefined; file = present.get(next)) {
    followed.push(file);
    next += 1n;
  }
  const isBroken = [...present.keys()].some((segment) => segment > next);
  if (!isBroken) return { files: followed, missing: undefined };
  const ancestor = ancestors.find(({ until }) => next < segmentAt(until));
  return { files: followed, missing: segmentFile(ancestor?.timeline ?? timeline, next) };
}
