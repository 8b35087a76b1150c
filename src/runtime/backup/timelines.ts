import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { flush, replaceFileDurably, writeDurably } from '../../common/files';
import type { Owner } from '../postgres/owner';
import { StartError } from '../start-error';
import type { BackupFolders } from './folders';
import { type Ancestor, ancestorsIn, historyFile, segmentOf, timelineOfHistory } from './log-places';
import { listBackups } from './manifest';

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

/**
 * The ancestors of a timeline, from the archive. The first timeline has none.
 * @throws StartError when its history is damaged or missing.
 */
export function ancestorsOf({ wal }: BackupFolders, timeline: number): Ancestor[] {
  if (timeline === 1) return [];
  return readSound(path.join(wal, `${historyFile(timeline)}.gz`), (bytes) => {
    const ancestors = ancestorsIn(gunzipSync(bytes).toString());
    if (ancestors.length === 0) throw new Error('it names no ancestor');
    return ancestors;
  });
}

/** What is wrong with the history of a timeline in the archive; undefined if nothing is. */
function historyFault(folders: BackupFolders, timeline: number): string | undefined {
  try {
    ancestorsOf(folders, timeline);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The timelines of which a folder has log or a history. */
const timelinesIn = (folder: string): number[] =>
  (existsSync(folder) ? readdirSync(folder) : []).flatMap(
    (name) => segmentOf(name)?.timeline ?? timelineOfHistory(name) ?? [],
  );

const sorted = (timelines: number[]): number[] => [...new Set(timelines)].sort((a, b) => a - b);

/** What is damaged or missing of the archive besides its segments, each with what that means. */
export function archiveFaults(folders: BackupFolders): string[] {
  const faults: string[] = [];
  try {
    liveTimelines(folders);
  } catch (error) {
    faults.push(`${(error as Error).message}; without it, nobody knows which of several pasts a moment belongs to`);
  }
  const ofBackups = listBackups(folders).map(({ timeline }) => timeline);
  for (const timeline of sorted([...timelinesIn(folders.wal), ...ofBackups])) {
    const fault = historyFault(folders, timeline);
    if (fault !== undefined)
      faults.push(
        `${fault}; without it, nothing leads from backups before the restore that began timeline ${timeline} to what came after it. Backups and restores write it again where the database's own folder has it`,
      );
  }
  return faults;
}

/**
 * Writes damaged and missing histories of timelines again.
 * @param logs folders with the log of the database that is backed up here
 * @returns their names
 */
export async function repairHistories(folders: BackupFolders, logs: string[], owner?: Owner): Promise<string[]> {
  const repaired: string[] = [];
  if (!existsSync(folders.wal)) return repaired;
  for (const timeline of sorted(logs.flatMap(timelinesIn))) {
    if (historyFault(folders, timeline) === undefined) continue;
    const history = logs
      .map((log) => path.join(log, historyFile(timeline)))
      .filter((file) => existsSync(file))
      .map((file) => readFileSync(file, 'utf8'))
      .find((text) => ancestorsIn(text).length > 0);
    if (history === undefined) continue;
    await archiveHistory(folders, timeline, history, owner);
    repaired.push(`${historyFile(timeline)}.gz`);
  }
  return repaired;
}

/** @throws StartError that names a file that is missing or cannot be read. */
function readSound<T>(file: string, read: (bytes: Buffer) => T): T {
  try {
    return read(readFileSync(file));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartError(`${file} is ${code === 'ENOENT' ? 'missing' : `damaged: ${message}`}`);
  }
}

/**
 * Archives the history of a timeline immediately, so that its number is not assigned again. PostgreSQL may be archiving the same
 * file: the draft has a name of its own.
 */
export async function archiveHistory(
  { wal }: BackupFolders,
  timeline: number,
  history: string,
  owner?: Owner,
): Promise<void> {
  const file = path.join(wal, `${historyFile(timeline)}.gz`);
  const draft = `${file}.${process.pid}.draft`;
  await writeDurably(draft, gzipSync(history), owner);
  await rename(draft, file);
  await flush(wal);
}
