import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { BackupFolders } from './folders';
import { segmentOf } from './log-places';
import { DRAFT, listBackups } from './manifest';
import { wasSound } from './verification';

/** What was removed. */
interface PruneResult {
  backups: number;
  segments: number;
}

/**
 * Removes all but the newest base backups, and the part of the log that the others do not need. If none of these was sound when it
 * was last verified, also keeps the newest one that was. Never removes the one just made, whatever the clock says.
 */
export async function prune(folders: BackupFolders, keep: number, made: string): Promise<PruneResult> {
  const backups = listBackups(folders);
  const sorted = [...backups.filter(({ name }) => name !== made), ...backups.filter(({ name }) => name === made)];
  const recent = kept(sorted, keep, (backup) => wasSound(folders, backup));
  const old = backups.filter((backup) => !recent.includes(backup));
  for (const { name } of old) {
    const draft = path.join(folders.base, `${name}${DRAFT}`);
    await rename(path.join(folders.base, name), draft);
    await rm(draft, { recursive: true, force: true });
  }
  const names = segmentsBefore(
    await readdir(folders.wal),
    recent.map(({ startSegment }) => startSegment),
  );
  for (const name of names) await rm(path.join(folders.wal, name), { force: true });
  return { backups: old.length, segments: names.length };
}

/** The backups to keep of all, which are sorted by their age. */
export function kept<T>(backups: T[], keep: number, isSound: (backup: T) => boolean): T[] {
  const recent = backups.slice(-keep);
  const last = recent.some(isSound) ? undefined : backups.slice(0, -keep).filter(isSound).at(-1);
  return last === undefined ? recent : [last, ...recent];
}

/** Files of the archive before all of these segments, on any timeline; never histories. */
export function segmentsBefore(files: string[], needed: string[]): string[] {
  const first = needed.flatMap((name) => segmentOf(name)?.segment ?? []).sort((a, b) => (a < b ? -1 : 1))[0];
  if (first === undefined) return [];
  return files.filter((file) => {
    // `….00000028.backup.gz` describes a backup that began in the segment.
    const found = segmentOf(file.slice(0, 24));
    return found !== undefined && found.segment < first;
  });
}
