import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { BackupFolders } from './folders';
import { segmentOf } from './log-places';
import { DRAFT, listBackups } from './manifest';

/** What has been taken away. */
interface PruneResult {
  backups: number;
  segments: number;
}

/** Removes all but the newest base backups, and the part of the log that none of those needs. */
export async function prune(folders: BackupFolders, keep: number): Promise<PruneResult> {
  const backups = listBackups(folders);
  const [old, kept] = [backups.slice(0, -keep), backups.slice(-keep)];
  for (const { name } of old) {
    const gone = path.join(folders.base, `${name}${DRAFT}`);
    await rename(path.join(folders.base, name), gone);
    await rm(gone, { recursive: true, force: true });
  }
  const names = segmentsBefore(
    await readdir(folders.wal),
    kept.map(({ startSegment }) => startSegment),
  );
  for (const name of names) await rm(path.join(folders.wal, name), { force: true });
  return { backups: old.length, segments: names.length };
}

/** Files of the archive that lie before every one of these segments, on whatever timeline; histories are never among them. */
export function segmentsBefore(files: string[], needed: string[]): string[] {
  const first = needed.flatMap((name) => segmentOf(name)?.segment ?? []).sort((a, b) => (a < b ? -1 : 1))[0];
  if (first === undefined) return [];
  return files.filter((file) => {
    // `….00000028.backup.gz` tells of a backup that began in the segment.
    const found = segmentOf(file.slice(0, 24));
    return found !== undefined && found.segment < first;
  });
}
