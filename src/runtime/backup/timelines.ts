import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { replaceFileDurably } from '../../common/files';
import type { Owner } from '../postgres/owner';
import { StartError } from '../start-error';
import type { BackupFolders } from './folders';
import { type Ancestor, ancestorsIn, historyFile } from './log-places';

/**
 * The time since which the service wrote to a timeline. Every restore begins a new timeline; undoing a restore returns
 * to the old one.
 */
export interface LiveTimeline {
  timeline: number;
  /** ISO 8601 in UTC. */
  since: string;
}

const fileOf = ({ root }: BackupFolders): string => path.join(root, 'timelines.json');

/** The timelines that the service wrote to, in order. */
export function liveTimelines(folders: BackupFolders): LiveTimeline[] {
  const file = fileOf(folders);
  return existsSync(file) ? readSound(file, (bytes) => JSON.parse(bytes.toString()) as LiveTimeline[]) : [];
}

/** Records the timeline that the service writes to, unless it is the last recorded one. */
export async function recordTimeline(folders: BackupFolders, timeline: number, since: string): Promise<void> {
  const known = liveTimelines(folders);
  if (known.at(-1)?.timeline === timeline) return;
  await replaceFileDurably(fileOf(folders), `${JSON.stringify([...known, { timeline, since }], null, 2)}\n`);
}

/** The ancestors of a timeline, from the archive. */
export function ancestorsOf({ wal }: BackupFolders, timeline: number): Ancestor[] {
  const file = path.join(wal, `${historyFile(timeline)}.gz`);
  return existsSync(file) ? readSound(file, (bytes) => ancestorsIn(gunzipSync(bytes).toString())) : [];
}

/** @throws StartError that names a file that cannot be read. */
function readSound<T>(file: string, read: (bytes: Buffer) => T): T {
  try {
    return read(readFileSync(file));
  } catch (error) {
    throw new StartError(`${file} is damaged: ${(error as Error).message}`);
  }
}

/** Archives the history of a new timeline immediately, so that its number is not assigned again. */
export async function archiveHistory(
  { wal }: BackupFolders,
  timeline: number,
  history: string,
  owner?: Owner,
): Promise<void> {
  await replaceFileDurably(path.join(wal, `${historyFile(timeline)}.gz`), gzipSync(history), owner);
}
