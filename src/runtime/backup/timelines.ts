import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { replaceFileDurably } from '../../common/files';
import type { Owner } from '../postgres/owner';
import type { Placement } from '../postgres/placement';
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

/** The ancestors of a timeline, from the archive. @throws StartError when its history is damaged. */
export function ancestorsOf({ wal }: BackupFolders, timeline: number): Ancestor[] {
  const file = path.join(wal, `${historyFile(timeline)}.gz`);
  return existsSync(file) ? readSound(file, (bytes) => ancestorsIn(gunzipSync(bytes).toString())) : [];
}

const historiesIn = ({ wal }: BackupFolders): string[] =>
  existsSync(wal) ? readdirSync(wal).filter((name) => name.endsWith('.history.gz')) : [];

const timelineOf = (name: string): number => Number.parseInt(name, 16);

/** What is damaged of the archive besides its segments, each with what that means. */
export function archiveFaults(folders: BackupFolders): string[] {
  const faultOf = (read: () => unknown, meaning: string): string[] => {
    try {
      read();
      return [];
    } catch (error) {
      return [`${(error as Error).message}; ${meaning}`];
    }
  };
  return [
    ...faultOf(() => liveTimelines(folders), 'without it, nobody knows which of several pasts a moment belongs to'),
    ...historiesIn(folders).flatMap((name) =>
      faultOf(
        () => ancestorsOf(folders, timelineOf(name)),
        `what came after the restore that began timeline ${timelineOf(name)} can be restored only where the database still has this file. The next backup writes it again from there`,
      ),
    ),
  ];
}

/** Writes damaged histories of timelines again, from the log of the database that is backed up here. Returns their names. */
export async function repairHistories(folders: BackupFolders, { cluster, owner }: Placement): Promise<string[]> {
  const repaired: string[] = [];
  for (const name of historiesIn(folders)) {
    const own = path.join(cluster, 'pg_wal', path.basename(name, '.gz'));
    try {
      ancestorsOf(folders, timelineOf(name));
    } catch {
      const history = existsSync(own) ? readFileSync(own, 'utf8') : '';
      if (ancestorsIn(history).length === 0) continue;
      await archiveHistory(folders, timelineOf(name), history, owner);
      repaired.push(name);
    }
  }
  return repaired;
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
