import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../../../../../common/files';
import type { Job } from '../shared/content-import';
import { openKeyedQueue } from './keyed-queue';

/** A job as its folder keeps it. */
export interface KeptJob extends Job {
  /** The process that works on it, and when it last did, in ms. */
  owner: string;
  beat: number;
}

/** This process, among those that have been and others of the data folder. */
export const owner = randomUUID();

/** How long a job may be silent until it counts as interrupted, in ms. */
export const SILENCE = { work: 10_000, upload: 60_000 };

const DAY = 86_400_000;
/** How long jobs are kept, in ms: one that never got all of its files, and any other. */
const KEPT = { unfinished: DAY, others: 7 * DAY };
const STATE = 'job.json';

/** The jobs of a folder: each has a folder of its own, with its files, its state and its plan. */
export function openJobs(root: string) {
  const folderOf = (id: string): string => path.join(root, id);

  /** One after the other: a state never overtakes a later one, nor comes back to a folder that is being removed. */
  const enqueue = openKeyedQueue();

  const save = (job: KeptJob): Promise<void> =>
    enqueue(job.id, () => replaceFile(path.join(folderOf(job.id), STATE), JSON.stringify(job)));

  const read = async (id: string): Promise<KeptJob | undefined> => {
    if (!/^[0-9a-f-]{36}$/.test(id)) return undefined;
    try {
      return JSON.parse(await readFile(path.join(folderOf(id), STATE), 'utf8')) as KeptJob;
    } catch {
      return undefined;
    }
  };

  const remove = (id: string): Promise<void> =>
    enqueue(id, () => rm(folderOf(id), { recursive: true, force: true, maxRetries: 3 }));

  const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

  return {
    folderOf,
    save,
    read,
    remove,

    make: async (job: Omit<KeptJob, 'id' | 'owner' | 'beat' | 'made'>): Promise<KeptJob> => {
      const now = Date.now();
      const made = { ...job, id: randomUUID(), owner, beat: now, made: new Date(now).toISOString() };
      await mkdir(folderOf(made.id), { recursive: true, mode: 0o700 });
      await save(made);
      return made;
    },

    /** All of them, the latest first. */
    list: async (): Promise<KeptJob[]> => {
      const jobs = (await Promise.all((await namesIn(root)).map(read))).flatMap((job) => job ?? []);
      return jobs.sort((a, b) => (a.made < b.made ? 1 : -1));
    },

    /** What is done with is of no use: the files and the plan go, the state stays. */
    removeContents: async (id: string): Promise<void> => {
      const names = await namesIn(folderOf(id));
      for (const name of names.filter((each) => each !== STATE && each !== 'refusals.json'))
        await rm(path.join(folderOf(id), name), { recursive: true, force: true });
    },

    /** The names of all folders, of jobs or of what may become one. */
    all: (): Promise<string[]> => namesIn(root),

    /**
     * Whether a folder is of no use any more: uploads that never ended, folders without a state, and what nobody has asked
     * for in a week. A folder is as old as what was done in it last: one that a job is just being made in is young.
     */
    isLeftOver: async (id: string): Promise<boolean> => {
      const job = await read(id);
      const { mtimeMs } = await stat(folderOf(id)).catch(() => ({ mtimeMs: Date.now() }));
      const isUnfinished = !job || job.state === 'uploading';
      return Date.now() - Math.max(job?.beat ?? 0, mtimeMs) > (isUnfinished ? KEPT.unfinished : KEPT.others);
    },
  };
}

export type Jobs = ReturnType<typeof openJobs>;

/** A job as the page is shown it: whatever is silent for too long has been interrupted. */
export function shown({ owner: by, beat, ...job }: KeptJob, isWorkedOn: boolean): Job {
  const { state } = job;
  if (state !== 'uploading' && state !== 'planning' && state !== 'applying') return job;
  const silence = Date.now() - beat;
  if (state === 'uploading') return silence > SILENCE.upload ? { ...job, state: 'interrupted', during: state } : job;
  const isOver = by === owner ? !isWorkedOn : silence > SILENCE.work;
  return isOver ? { ...job, state: 'interrupted', during: state } : job;
}
