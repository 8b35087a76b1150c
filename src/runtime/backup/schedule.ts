import path from 'node:path';
import { distDir } from '../paths';
import { runProgram } from '../run-program';
import type { Settings } from '../settings';
import type { BackupFolders } from './folders';
import { listBackups } from './manifest';
import { ALREADY_RUNNING } from './session';
import { readStatus } from './status';

const HOUR_MS = 3_600_000;
/** The pause before the next attempt after a failure. */
const RETRY_MS = 600_000;

const PROGRAM = path.join(distDir, 'src', 'cli', 'backup.js');

/** Work that a service has done by the program of `npm run backup`, one at a time. */
interface Job {
  everyHours: number;
  args: string[];
  /** When it was last done, in epoch ms; undefined if there is nothing to do. */
  lastAt(): number | undefined;
}

/**
 * Returns a function that starts a backup in its own process if the newest one is older than `BACKUP_EVERY_HOURS`, or verifies the kept
 * ones if that was done more than `BACKUP_VERIFY_HOURS` ago; never two at a time. Several services of one data folder may call it:
 * one makes the backup, the others are refused.
 */
export function backUpRegularly(
  settings: Pick<Settings, 'backupEveryHours' | 'backupVerifyHours' | 'dataDir'>,
  folders: BackupFolders,
  warn: (message: string) => void,
): () => void {
  const jobs = jobsOf(settings, folders);
  const begunAt = new Map<Job, number>();
  let isRunning = false;
  return () => {
    const due = jobs.find((job) => isDue(job) && Date.now() - (begunAt.get(job) ?? 0) >= RETRY_MS);
    if (!due || isRunning) return;
    begunAt.set(due, Date.now());
    isRunning = true;
    runOne(due.args)
      .catch(String)
      .then((failure) => {
        isRunning = false;
        if (failure) warn(failure);
      });
  };
}

/** What a service does regularly, the more urgent first. */
export function jobsOf(
  { backupEveryHours, backupVerifyHours, dataDir }: Parameters<typeof backUpRegularly>[0],
  folders: BackupFolders,
): Job[] {
  const newest = () => listBackups(folders).at(-1);
  return [
    { everyHours: backupEveryHours, args: [], lastAt: () => timeOf(newest()?.endedAt) },
    {
      everyHours: backupVerifyHours,
      args: ['--verify'],
      // A backup is verified when it is made.
      lastAt: () =>
        newest() ? timeOf(readStatus(dataDir).lastVerifiedAt ?? listBackups(folders)[0]?.endedAt) : undefined,
    },
  ];
}

/** Whether it is time for a job. */
export function isDue({ everyHours, lastAt }: Job): boolean {
  if (everyHours === 0) return false;
  const last = lastAt();
  return last !== undefined && Date.now() - last >= everyHours * HOUR_MS;
}

const timeOf = (time: string | undefined): number => Date.parse(time ?? '') || 0;

/** Runs the program; returns its error output if it failed. */
async function runOne(args: string[]): Promise<string | undefined> {
  // Without DATABASE_URL, the command uses the embedded database.
  const { DATABASE_URL: _, ...environment } = process.env;
  const { code, errors } = await runProgram(process.execPath, [PROGRAM, ...args], { env: environment });
  return isFine(code, errors) ? undefined : errors.trim();
}

const isFine = (code: number | null, errors: string): boolean => code === 0 || errors.includes(ALREADY_RUNNING);
