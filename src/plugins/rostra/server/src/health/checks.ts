import { memoizeFor } from '../../../../../common/concurrency/memoize';
import { TimeoutError, withTimeout } from '../../../../../common/concurrency/timeout';
import { freeMegabytes } from '../../../../../runtime/free-space';
import { versionsNow } from '../store/readers';
import { currentStage } from './stage';

/** The result of one readiness check; `reason` says why it failed. */
export interface ReadinessCheck {
  name: 'start' | 'drain' | 'database' | 'disk';
  ok: boolean;
  reason?: string;
}

/** The folders whose disks need free space. */
interface DiskLimits {
  /** Paths by a readable name of the folder. */
  folders: Record<string, string>;
  /** Required free space of each, in megabytes. */
  floorMb: number;
}

const TIMEOUT_MS = 1_000;
const CACHE_MS = 1_000;

let limits: DiskLimits = { folders: {}, floorMb: 0 };

/** Sets which disks `readiness` checks. */
export const setDiskLimits = (value: DiskLimits): void => {
  limits = value;
};

/** The checked folders, by readable name. */
export const watchedFolders = (): Record<string, string> => limits.folders;

/** Runs all readiness checks. Results for the database and the disks are cached for a second. */
export async function readiness(): Promise<ReadinessCheck[]> {
  const stage = currentStage();
  return [
    checkOf('start', stage === 'starting' ? 'the service is starting' : undefined),
    checkOf('drain', stage === 'draining' ? 'the service is stopping' : undefined),
    ...(stage === 'starting' ? [] : await probe()),
  ];
}

const probe = memoizeFor(
  () => Promise.all([runCheck('database', checkDatabase), runCheck('disk', checkDisks)]),
  CACHE_MS,
);

/** Looks up the versions, like every request: under load it shares their look-up. */
async function checkDatabase(): Promise<undefined> {
  await versionsNow();
}

async function checkDisks(): Promise<string | undefined> {
  const reasons = await Promise.all(
    Object.entries(limits.folders).map(async ([name, folder]) => {
      const free = await freeMegabytes(folder);
      return free < limits.floorMb ? [`${free} MB are free for the ${name}, DISK_FLOOR_MB is ${limits.floorMb}`] : [];
    }),
  );
  return reasons.flat().join('; ') || undefined;
}

const checkOf = (name: ReadinessCheck['name'], reason: string | undefined): ReadinessCheck =>
  reason ? { name, ok: false, reason } : { name, ok: true };

/** Runs a check; `check` returns the reason if it fails. */
async function runCheck(
  name: ReadinessCheck['name'],
  check: () => Promise<string | undefined>,
): Promise<ReadinessCheck> {
  try {
    return checkOf(name, await withTimeout(check(), TIMEOUT_MS));
  } catch (error) {
    if (error instanceof TimeoutError) return checkOf(name, `the ${name} did not answer within ${TIMEOUT_MS / 1000} s`);
    // Its message might contain addresses.
    const { code } = error as NodeJS.ErrnoException;
    return checkOf(name, `the ${name} cannot be reached${code ? ` (${code})` : ''}`);
  }
}
