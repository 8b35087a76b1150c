import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { flush, writeDurably } from '../../common/files';
import type { Owner } from '../postgres/owner';
import type { BackupFolders } from './folders';
import { type Ancestor, ancestorsIn, historyFile, segmentOf, timelineOfHistory } from './log-places';
import { listBackups } from './manifest';
import { readSound } from './read-sound';
import { beginOf, listFault, liveTimelines } from './timelines';

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

/**
 * What is damaged or missing of the archive besides its segments, each with what that means.
 * @param logs folders with the log of the database that is backed up here
 */
export const archiveFaults = (folders: BackupFolders, logs: string[]): string[] => [
  ...[listFault(folders)].flatMap((fault) => fault ?? []),
  ...historyFaults(folders, logs),
];

/** What is wrong with the histories of timelines; `logs` are those of `archiveFaults`. */
export function historyFaults(folders: BackupFolders, logs: string[]): string[] {
  const ofBackups = listBackups(folders).map(({ timeline }) => timeline);
  // Of the present one, nothing may be archived yet.
  const live = listFault(folders) === undefined ? liveTimelines(folders).map(({ timeline }) => timeline) : [];
  return sorted([...timelinesIn(folders.wal), ...ofBackups, ...live]).flatMap((timeline) => {
    const fault = historyFault(folders, timeline);
    if (fault === undefined) return [];
    const since = beginOf(folders, timeline);
    const loss = `without it, nothing leads from backups before the restore that began timeline ${timeline} to what came after it${since === undefined ? '' : `, at ${since}`}`;
    const remedy =
      soundHistoryIn(logs, timeline) === undefined
        ? "the database's own folder does not have it either, so that nothing writes it again"
        : "the next backup or restore writes it again from the database's own folder";
    return [`${fault}; ${loss}; ${remedy}`];
  });
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
    const history = soundHistoryIn(logs, timeline);
    if (history === undefined) continue;
    await archiveHistory(folders, timeline, history, owner);
    repaired.push(`${historyFile(timeline)}.gz`);
  }
  return repaired;
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

const soundHistoryIn = (logs: string[], timeline: number): string | undefined =>
  logs
    .map((log) => path.join(log, historyFile(timeline)))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
    .find((text) => ancestorsIn(text).length > 0);
