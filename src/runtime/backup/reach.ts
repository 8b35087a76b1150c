import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { BackupFolders } from './folders';
import { ancestorsOf } from './histories';
import { type Ancestor, lastSegmentOf, segmentAt, segmentFile, segmentOf } from './log-places';
import type { Manifest } from './manifest';
import { lastVerification } from './verification';

/** How far the archive can restore from a backup. */
interface Reach {
  /** When the last contiguous segment was archived; undefined if the archive lacks log that the backup itself needs. */
  end: Date | undefined;
  /** What is wrong with the segment after it: it is missing, or was damaged when the backup was last verified along the timeline. */
  fault: string | undefined;
}

/** Determines how far the archive can restore from a base backup along a timeline. */
export function reachOf(folders: BackupFolders, backup: Manifest, timeline: number): Reach {
  const { files, missing } = follow(folders, backup, timeline);
  const known = lastVerification(folders, backup)?.logs?.[timeline];
  const damaged = files.indexOf(`${known?.segment}.gz`);
  const last = (damaged === -1 ? files : files.slice(0, damaged)).at(-1) ?? '';
  const isWhole = (segmentOf(last)?.segment ?? -1n) >= lastSegmentOf(backup);
  return {
    end: isWhole ? statSync(path.join(folders.wal, last)).mtime : undefined,
    fault: damaged === -1 ? missing && `wal/${missing}.gz is missing` : known?.fault,
  };
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
