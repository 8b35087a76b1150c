import { memoizeFor } from '../../../../../common/concurrency/memoize';
import { TimeoutError, withTimeout } from '../../../../../common/concurrency/timeout';
import { freeMegabytes } from '../../../../../runtime/free-space';
import { currentVersions } from '../store/readers';
import { currentStage } from './stage';

/** One condition of being ready; `reason` says why it is not met. */
export interface Check {
  name: 'start' | 'drain' | 'database' | 'disk';
  ok: boolean;
  reason?: string;
}

/** Which disks must have room. */
interface DiskLimits {
  /** Folders by what is in them, as people call it. */
  folders: Record<string, string>;
  /** Free space that each needs, in megabytes. */
  floorMb: number;
}

const LIMIT_MS = 1_000;
const REMEMBERED_MS = 1_000;

let limits: DiskLimits = { folders: {}, floorMb: 0 };

/** Sets which disks `readiness` looks at. */
export const setDiskLimits = (given: DiskLimits): void => {
  limits = given;
};

/** The folders whose disks must have room, by what is in them. */
export const watchedFolders = (): Record<string, string> => limits.folders;

/** All conditions of being ready, as they stand now, the database and the disks as of a second ago at most. */
export async function readiness(): Promise<Check[]> {
  const stage = currentStage();
  return [
    checkOf('start', stage === 'starting' ? 'the service is starting' : undefined),
    checkOf('drain', stage === 'draining' ? 'the service is stopping' : undefined),
    ...(stage === 'starting' ? [] : await probe()),
  ];
}

const probe = memoizeFor(
  () => Promise.all([tried('database', lookAtDatabase), tried('disk', lookAtDisks)]),
  REMEMBERED_MS,
);

/** Looks the versions up, as every request does: under load it shares their look-up. */
async function lookAtDatabase(): Promise<undefined> {
  await currentVersions();
}

async function lookAtDisks(): Promise<string | undefined> {
  const reasons = await Promise.all(
    Object.entries(limits.folders).map(async ([name, folder]) => {
      const free = await freeMegabytes(folder);
      return free < limits.floorMb ? [`${free} MB are free for the ${name}, DISK_FLOOR_MB is ${limits.floorMb}`] : [];
    }),
  );
  return reasons.flat().join('; ') || undefined;
}

const checkOf = (name: Check['name'], reason: string | undefined): Check =>
  reason ? { name, ok: false, reason } : { name, ok: true };

/** Tries a condition; `look` answers why it is not met. */
async function tried(name: Check['name'], look: () => Promise<string | undefined>): Promise<Check> {
  try {
    return checkOf(name, await withTimeout(look(), LIMIT_MS));
  } catch (error) {
    if (error instanceof TimeoutError) return checkOf(name, `the ${name} has not answered within ${LIMIT_MS / 1000} s`);
    // A message might name addresses.
    const { code } = error as NodeJS.ErrnoException;
    return checkOf(name, `the ${name} cannot be reached${code ? ` (${code})` : ''}`);
  }
}
