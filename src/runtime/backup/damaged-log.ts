import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { replaceSharedFile } from '../../common/files';
import type { BackupFolders } from './folders';

/** Files of the archive, each with what is wrong with it. */
export type DamagedLog = Record<string, string>;

/** A segment of the log belongs to all backups before it: what is known of it stands beside the archive, in one place. */
const fileOf = ({ root }: BackupFolders): string => path.join(root, 'damaged-log.json');

/** The segments of the archive that were damaged when they were last read. */
export function damagedLog(folders: BackupFolders): DamagedLog {
  try {
    return JSON.parse(readFileSync(fileOf(folders), 'utf8')) as DamagedLog;
  } catch {
    // Missing, or damaged itself: the next verification writes it.
    return {};
  }
}

/**
 * Notes what was found in segments that have just been read; forgets those that are sound now, or gone.
 * @param found what is wrong with each file; undefined for a sound one
 * @returns all damaged ones, and why they could not be noted
 */
export async function noteLog(
  folders: BackupFolders,
  found: Map<string, string | undefined>,
): Promise<{ damaged: DamagedLog; unnoted?: string }> {
  const before = damagedLog(folders);
  const damaged = Object.fromEntries(
    [...Object.entries(before).filter(([name]) => !found.has(name)), ...found].flatMap(([name, fault]) =>
      fault !== undefined && existsSync(path.join(folders.wal, name)) ? [[name, fault]] : [],
    ),
  );
  if (JSON.stringify(damaged) === JSON.stringify(before)) return { damaged };
  try {
    await replaceSharedFile(fileOf(folders), `${JSON.stringify(damaged, null, 2)}\n`);
    return { damaged };
  } catch (error) {
    return { damaged, unnoted: (error as Error).message };
  }
}
