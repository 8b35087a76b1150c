import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type DamagedLog, damagedLog } from './damaged-log';
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
  /** Where the log ends within an ancestor, because the archive has nothing of what a restore continued it with. */
  branch: Ancestor | undefined;
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

const NOWHERE: Reach = { end: undefined, damage: undefined, branch: undefined };

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
  const { files, missing, branch } = follow(folders, backup, timeline, { lost: damaged });
  const last = files.at(-1);
  const found = segmentOf(last ?? '');
  // Another process may remove it meanwhile.
  const end = last && statSync(path.join(folders.wal, last), { throwIfNoEntry: false })?.mtime;
  if (!found || !end || found.segment < lastSegmentOf(backup)) return NOWHERE;
  if (missing === undefined) return { end, damage: undefined, branch };
  const fault = damaged[`${missing}.gz`] ?? `wal/${missing}.gz is missing`;
  const until = new Date(Math.max(end.getTime(), Date.parse(backup.endedAt))).toISOString();
  return { end, damage: { fault, segment: missing, timeline: found.timeline, until }, branch };
}

/** The log that continues a base backup. */
export interface LogPath {
  /** The files of the archive, up to a gap; the first one first. */
  files: string[];
  /** The lost segment at which they end though the log went on, without suffix. */
  missing: string | undefined;
  /** Where their end lies within the last file, if that is of an ancestor and goes on with a past that was given up. */
  branch: Ancestor | undefined;
}

interface FollowOptions {
  /** The names of files that count as missing. */
  lost?: DamagedLog;
  /** Further folders with log, which is not compressed. */
  logs?: string[];
}

/** The log that continues a base backup along a timeline. */
export function follow(
  folders: BackupFolders,
  { startSegment }: Manifest,
  timeline: number,
  { lost = {}, logs = [] }: FollowOptions = {},
): LogPath {
  const archived = namesIn(folders.wal).filter((name) => name.endsWith('.gz'));
  const own = logs.flatMap(namesIn).map((name) => `${name}.gz`);
  const isOwn = segmentOf(startSegment)?.timeline === timeline;
  const ancestors = isOwn ? [] : ancestorsOf(folders, timeline);
  return followLog([...new Set([...archived, ...own])], { startSegment, timeline, ancestors, lost });
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

interface LogQuery {
  startSegment: string;
  timeline: number;
  ancestors: Ancestor[];
  lost?: DamagedLog;
}

/**
 * Follows the log from the first segment needed. PostgreSQL writes the segment of a branch anew for the new timeline: that of the ancestor
 * goes on with what the restore has undone, so that it counts up to the branch, and only if there is no other.
 */
export function followLog(files: string[], { startSegment, timeline, ancestors, lost = {} }: LogQuery): LogPath {
  const onPath = new Map<bigint, string>();
  const branches = new Map<bigint, { file: string; branch: Ancestor }[]>();
  for (const file of files) {
    const found = segmentOf(file);
    const branch = ancestors.find((ancestor) => ancestor.timeline === found?.timeline);
    if (!found || (!branch && found.timeline !== timeline)) continue;
    if (!branch || found.segment < segmentAt(branch.until)) onPath.set(found.segment, file);
    else if (found.segment === lastSegmentOf({ stopLsn: branch.until }))
      branches.set(found.segment, [...(branches.get(found.segment) ?? []), { file, branch }]);
  }
  const followed: string[] = [];
  let next = segmentOf(startSegment)?.segment ?? 0n;
  for (let file = onPath.get(next); file !== undefined && !(file in lost); file = onPath.get(next)) {
    followed.push(file);
    next += 1n;
  }
  const atEnd = (branches.get(next) ?? []).sort((a, b) => b.branch.timeline - a.branch.timeline);
  const end = atEnd.find(({ file }) => !(file in lost));
  const lostBranch = onPath.has(next) ? undefined : atEnd.find(({ file }) => file in lost)?.file.slice(0, -SUFFIX);
  const last = ancestors.at(-1);
  // The segments before that of the last branch were written whole.
  const isShort = last && end?.branch !== last && (next < segmentAt(last.until) || lostBranch !== undefined);
  const isBroken = isShort || [...onPath.keys()].some((segment) => segment >= next);
  const owner = ancestors.find(({ until }) => next < segmentAt(until))?.timeline ?? timeline;
  // A part of a segment that was never archived cannot be told from nothing.
  const isAtLast = last && !isBroken && next === segmentAt(last.until);
  return {
    files: end ? [...followed, end.file] : followed,
    missing: isBroken ? (lostBranch ?? segmentFile(owner, next)) : undefined,
    branch: end?.branch ?? (isAtLast ? last : undefined),
  };
}

/** The length of `.gz`. */
const SUFFIX = 3;
