import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { openKeyedQueue } from '../../../../../common/concurrency/keyed-queue';
import { replaceFile } from '../../../../../common/files';
import { PLAN_VERSION } from '../../../../rostra/server/src/plan/file';
import type { Job } from '../shared/content-import';

/** A job as stored in its folder. */
export interface StoredJob extends Job {
  /** The process that last worked on the job. */
  owner: string;
  /** Epoch milliseconds of that process's last sign of life. */
  beat: number;
  /** The version of its plan. */
  planVersion?: number;
}

/** Identifies this process among all that have used the data folder. */
export const owner = randomUUID();

/** How long a job may show no sign of life before it counts as interrupted, in ms. */
export const SILENCE = { work: 10_000, upload: 60_000 };

const DAY = 86_400_000;
/** How long jobs are kept, in ms: `unfinished` for uploads that never completed. */
const RETENTION = { unfinished: DAY, others: 7 * DAY };
const STATE = 'job.json';

/** Opens the jobs in `root`. Each has a folder with its files, its state and its plan. */
export function openJobs(root: string) {
  const folderOf = (id: string): string => path.join(root, id);

  /** Serialises writes: an older state never replaces a newer one or reappears in a folder being removed. */
  const enqueue = openKeyedQueue();

  const save = (job: StoredJob): Promise<void> =>
    enqueue(job.id, () => replaceFile(path.join(folderOf(job.id), STATE), JSON.stringify(job)));

  const read = async (id: string): Promise<StoredJob | undefined> => {
    if (!/^[0-9a-f-]{36}$/.test(id)) return undefined;
    try {
      return withoutOldPlan(JSON.parse(await readFile(path.join(folderOf(id), STATE), 'utf8')) as StoredJob);
    } catch {
      return undefined;
    }
  };

  const remove = (id: string): Promise<void> =>
    enqueue(id, () => rm(folderOf(id), { recursive: true, force: true, maxRetries: 3 }));

  const listNames = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

  return {
    folderOf,
    save,
    read,
    remove,

    make: async (job: Omit<StoredJob, 'id' | 'owner' | 'beat' | 'made'>): Promise<StoredJob> => {
      const now = Date.now();
      const made = { ...job, id: randomUUID(), owner, beat: now, made: new Date(now).toISOString() };
      await mkdir(folderOf(made.id), { recursive: true, mode: 0o700 });
      await save(made);
      return made;
    },

    /** All jobs, newest first. */
    list: async (): Promise<StoredJob[]> => {
      const jobs = (await Promise.all((await listNames(root)).map(read))).flatMap((job) => job ?? []);
      return jobs.sort((a, b) => (a.made < b.made ? 1 : -1));
    },

    /** Removes an applied job's files and plan; its state and refusals stay. */
    removeFiles: async (id: string): Promise<void> => {
      const names = await listNames(folderOf(id));
      for (const name of names.filter((each) => each !== STATE && each !== 'refusals.json'))
        await rm(path.join(folderOf(id), name), { recursive: true, force: true });
    },

    /** The names of all folders, including those whose state is not written yet. */
    all: (): Promise<string[]> => listNames(root),

    /**
     * Whether a folder can be removed: an unfinished upload or a folder without a state after a day, any other after a week.
     * Its age counts from the last write, so a job that is just being created is never stale.
     */
    isStale: async (id: string): Promise<boolean> => {
      const job = await read(id);
      const { mtimeMs } = await stat(folderOf(id)).catch(() => ({ mtimeMs: Date.now() }));
      const isUnfinished = !job || job.state === 'uploading';
      return Date.now() - Math.max(job?.beat ?? 0, mtimeMs) > (isUnfinished ? RETENTION.unfinished : RETENTION.others);
    },
  };
}

export type Jobs = ReturnType<typeof openJobs>;

/** A plan of another version, whose lists this one cannot read, must be made again. */
export function withoutOldPlan(job: StoredJob): StoredJob {
  if (job.state !== 'planned' || job.planVersion === PLAN_VERSION) return job;
  const { plan: _, ...rest } = job;
  return { ...rest, state: 'failed', message: 'another version of Rostra made this plan; make it again' };
}

/** The job as the page shows it. A job without a sign of life for too long counts as interrupted. */
export function toJob({ owner: by, beat, planVersion: _, ...job }: StoredJob, isRunning: boolean): Job {
  const { state } = job;
  if (state !== 'uploading' && state !== 'planning' && state !== 'applying') return job;
  const silence = Date.now() - beat;
  if (state === 'uploading') return silence > SILENCE.upload ? { ...job, state: 'interrupted', during: state } : job;
  const isInterrupted = by === owner ? !isRunning : silence > SILENCE.work;
  return isInterrupted ? { ...job, state: 'interrupted', during: state } : job;
}
