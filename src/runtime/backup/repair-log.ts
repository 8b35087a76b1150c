import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { replaceFileDurably } from '../../common/files';
import type { Owner } from '../postgres/owner';
import type { DamagedLog } from './damaged-log';
import type { BackupFolders } from './folders';
import { SEGMENT_BYTES } from './log-places';
import type { Manifest } from './manifest';
import { follow } from './reach';

interface LogRepair {
  backup: Manifest;
  /** Along which the backup is to be restored. */
  timeline: number;
  /** Folders with the log of the database that is backed up here. */
  logs: string[];
  /** Damaged files of the archive, which are replaced. */
  lost?: DamagedLog;
  owner?: Owner | undefined;
}

/**
 * Archives again what the archive lacks of the log after a backup, or has damaged, as far as the database's own folders have it.
 * @returns the names of the files
 */
export async function repairLog(
  folders: BackupFolders,
  { backup, timeline, logs, lost = {}, owner }: LogRepair,
): Promise<string[]> {
  const repaired: string[] = [];
  const left = { ...lost };
  for (;;) {
    const { missing } = follow(folders, backup, timeline, { lost: left });
    const source = logs.map((log) => path.join(log, missing ?? '')).find(isWhole);
    if (missing === undefined || source === undefined) return repaired;
    const name = `${missing}.gz`;
    await replaceFileDurably(path.join(folders.wal, name), await promisify(gzip)(await readFile(source)), owner);
    delete left[name];
    repaired.push(name);
  }
}

/** PostgreSQL gives a segment that it writes again the name of a later one, so that an earlier name means an untouched file. */
const isWhole = (file: string): boolean => existsSync(file) && statSync(file).size === Number(SEGMENT_BYTES);
