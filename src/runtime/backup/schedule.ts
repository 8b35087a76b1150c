import path from 'node:path';
import { distDir } from '../paths';
import { runProgram } from '../run-program';
import type { Settings } from '../settings';
import type { BackupFolders } from './folders';
import { listBackups } from './manifest';
import { ALREADY_RUNNING } from './session';

const HOUR_MS = 3_600_000;
/** The pause before the next attempt after a failure. */
const RETRY_MS = 600_000;

const PROGRAM = path.join(distDir, 'src', 'cli', 'backup.js');

/**
 * Returns a function that starts a backup in its own process if the newest one is older than `BACKUP_EVERY_HOURS` and
 * it has none running. Several services of one data folder may call it: one makes the backup, the others are refused.
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
    if (!isDue || isRunning || Date.now() - begunAt < RETRY_MS) return;
    begunAt = Date.now();
    isRunning = true;
    makeOne()
      .catch(String)
      .then((failure) => {
        isRunning = false;
        if (failure) warn(failure);
      });
  };
}

/** Runs the program of `npm run backup`; returns its error output if it failed. */
async function makeOne(): Promise<string | undefined> {
  // Without DATABASE_URL, the command uses the embedded database.
  const { DATABASE_URL: _, ...environment } = process.env;
  const { code, errors } = await runProgram(process.execPath, [PROGRAM], { env: environment });
  return isFine(code, errors) ? undefined : errors.trim();
}

const isFine = (code: number | null, errors: string): boolean => code === 0 || errors.includes(ALREADY_RUNNING);
