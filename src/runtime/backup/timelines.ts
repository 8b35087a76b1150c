import { existsSync } from 'node:fs';
import path from 'node:path';
import { replaceFileDurably } from '../../common/files';
import { StartError } from '../start-error';
import type { BackupFolders } from './folders';
import { readSound } from './read-sound';

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
  if (!existsSync(file)) return [];
  try {
    return readSound(file, (bytes) => JSON.parse(bytes.toString()) as LiveTimeline[]);
  } catch (error) {
    throw new StartError(`${(error as Error).message} (docs/backups.md, "Damage", says what to do)`);
  }
}

/**
 * Records the timeline that the service writes to, unless it is the last recorded one.
 * @param former the timeline until then; it begins a list that somebody has moved away, so that moments before `since` belong to it
 */
export async function recordTimeline(
  folders: BackupFolders,
  timeline: number,
  since: string,
  former?: number,
): Promise<void> {
  const known = liveTimelines(folders);
  if (known.at(-1)?.timeline === timeline) return;
  const begin = known.length === 0 && former !== undefined ? [{ timeline: former, since: BEGINNING }] : known;
  await replaceFileDurably(fileOf(folders), `${JSON.stringify([...begin, { timeline, since }], null, 2)}\n`);
}

const BEGINNING = new Date(0).toISOString();

/** What is wrong with the list of timelines; undefined if nothing is. */
export function listFault(folders: BackupFolders): string | undefined {
  try {
    liveTimelines(folders);
    return undefined;
  } catch (error) {
    return `${(error as Error).message}; without it, nobody knows which of several pasts a moment belongs to`;
  }
}

/** When the service first wrote to a timeline, as far as the list of timelines tells. */
export function beginOf(folders: BackupFolders, timeline: number): string | undefined {
  if (listFault(folders)) return undefined;
  return liveTimelines(folders).find((each) => each.timeline === timeline)?.since;
}
