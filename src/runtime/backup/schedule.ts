import path from 'node:path';
import { distDir } from '../paths';
import { runProgram } from '../run-program';
import type { Settings } from '../settings';
import type { BackupFolders } from './folders';
import { listBackups } from './manifest';
import { ALREADY_RUNNING } from './session';

const HOUR_MS = 3_600_000;
/** After a failure the next attempt waits so long. */
const PATIENCE_MS = 600_000;

const PROGRAM = path.join(distDir, 'src', 'cli', 'backup.js');

/**
 * A function that starts a backup, in a process of its own, when the newest one is as old as `BACKUP_EVERY_HOURS` says, and none is being
 * made by it. Several services of one data folder do not disturb each other: one makes it, the others are refused.
 */
export function backUpRegularly(
  { backupEveryHours }: Settings,
  folders: BackupFolders,
  warn: (message: string) => void,
): () => void {
  if (backupEveryHours === 0) return () => undefined;
  let begunAt = 0;
  let isRunning = false;
  return () => {
    const newest = Date.parse(listBackups(folders).at(-1)?.endedAt ?? '') || 0;
    const isDue = Date.now() - newest >= backupEveryHours * HOUR_MS;
    if (!isDue || isRunning || Date.now() - begunAt < PATIENCE_MS) return;
    begunAt = Date.now();
    isRunning = true;
    makeOne().then(
      (failure) => {
        isRunning = false;
        if (failure) warn(failure);
      },
      (error) => {
        isRunning = false;
        warn(String(error));
      },
    );
  };
}

/** Runs `npm run backup`'s program; answers what it complained of when it failed. */
async function makeOne(): Promise<string | undefined> {
  // The embedded database, which the command finds by itself.
  const { DATABASE_URL: _, ...environment } = process.env;
  const { code, errors } = await runProgram(PROGRAM, environment);
  return isFine(code, errors) ? undefined : errors.trim();
}

const isFine = (code: number | null, errors: string): boolean => code === 0 || errors.includes(ALREADY_RUNNING);
