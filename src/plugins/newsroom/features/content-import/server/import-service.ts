import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Core } from '@strapi/strapi';
import { countImport, type ImportOutcome } from '../../../../rostra/server/src/metrics/imports';
import { batchOfPlan } from '../../../../rostra/server/src/plan/batch';
import { run } from '../../../../rostra/server/src/store/database';
import { isBusy, type Job, type Progress, wasCutOff } from '../shared/content-import';
import { type Jobs, type KeptJob, openJobs, owner, shown } from './jobs';
import { openKeyedQueue } from './keyed-queue';
import type { Result, Task } from './messages';
import { refusal } from './refusal';
import { CutOff, openWorker } from './worker';

/** How often the state of what is going on is written, in ms. */
const BEAT_MS = 2_000;

/** Runs import jobs in a worker process and keeps their state in `root`; `program` is what the worker runs. */
export function openImportService(strapi: Core.Strapi, { root, program }: { root: string; program: string }) {
  const jobs = openJobs(root);
  const worker = openWorker(program);
  const working = new Map<string, KeptJob>();
  const beat = setInterval(() => {
    for (const job of working.values()) keep(jobs, { ...job, beat: Date.now() });
  }, BEAT_MS).unref();

  const isWorkedOn = (id: string): boolean => {
    const job = working.get(id);
    return job !== undefined && isBusy(job);
  };

  const work = async (job: KeptJob, task: Task): Promise<void> => {
    if (isWorkedOn(job.id)) throw refusal('WRONG_STATE', 'it is being worked on');
    const begun: KeptJob = { ...job, state: task.kind === 'plan' ? 'planning' : 'applying', owner, beat: Date.now() };
    delete begun.message;
    delete begun.during;
    working.set(job.id, begun);
    await jobs.save(begun);
    const progress = (told: Progress) => working.set(job.id, { ...begun, progress: told });
    const end = async (over: Partial<KeptJob>) => {
      const { progress: _, ...ended } = { ...begun, ...over, beat: Date.now() };
      countImport(ended.state as ImportOutcome);
      // Somebody may have discarded it meanwhile.
      if (!working.has(job.id)) return;
      if (ended.state === 'applied') await jobs.removeContents(job.id);
      // From here on it is shown, and kept by the next beat, as it has ended.
      working.set(job.id, ended);
      await keep(jobs, ended);
      if (working.get(job.id) === ended) working.delete(job.id);
    };
    worker.run(task, progress).then(
      (result) => end(after(result)),
      (error: Error) => {
        if (working.has(job.id)) strapi.log.error(`Import ${job.id} failed while ${begun.state}: ${error.message}`);
        const during = begun.state as 'planning' | 'applying';
        if (error instanceof CutOff) return end({ state: 'interrupted', during });
        return end({ state: 'failed', during, message: error.message.replaceAll(`${root}${path.sep}`, '') });
      },
    );
  };

  /** One that was cut off may have been applied: the database knows. */
  const settled = async (job: Job): Promise<Job> => {
    if (!wasCutOff(job) || !job.plan) return job;
    const batch = await batchOfPlan(job.plan, run);
    return batch === undefined ? job : { ...job, state: 'applied', batch };
  };

  /** What was read while the work came to its end is read again: the end is written before it is let go. */
  const latest = async (job: KeptJob): Promise<KeptJob> => {
    if (isBusy(job) && job.owner === owner && !working.has(job.id)) return (await jobs.read(job.id)) ?? job;
    return working.get(job.id) ?? job;
  };

  const current = async (job: KeptJob): Promise<Job> => {
    const found = await latest(job);
    return settled(shown(working.get(job.id) ?? found, working.has(job.id)));
  };

  const discard = async (id: string): Promise<void> => {
    working.delete(id);
    worker.abandon(id);
    await jobs.remove(id);
  };

  const enqueue = openKeyedQueue();
  const uploads = new Map<string, { index: number; offset: number; from: Readable }>();

  /** What is asked for meanwhile is not left over any more by the time that it has its turn. */
  const sweep = async (): Promise<void> => {
    for (const id of await jobs.all()) {
      if (!(await jobs.isLeftOver(id))) continue;
      await enqueue(id, async () => {
        if (!isWorkedOn(id) && (await jobs.isLeftOver(id))) await discard(id);
      });
    }
  };
  sweep().catch((error: Error) => strapi.log.warn(`Old imports were not removed: ${error.message}`));

  return {
    jobs,
    /** Runs work on a job after all work queued for it before: uploads, plans and the rest never overlap. */
    enqueue,
    sweep,
    /** Which part of which file is being received, by job. */
    uploads,
    warm: worker.warm,
    work,
    current,
    find: async (id: string): Promise<KeptJob | undefined> => {
      const job = await jobs.read(id);
      return job && latest(job);
    },
    list: async (): Promise<Job[]> => Promise.all((await jobs.list()).map(current)),
    discard,
    close: () => {
      clearInterval(beat);
      worker.stop();
    },
  };
}

export type ImportService = ReturnType<typeof openImportService>;

/** A folder may be gone by then. */
const keep = (jobs: Jobs, job: KeptJob): Promise<void> => jobs.save(job).catch(() => undefined);

function after(result: Result): Partial<KeptJob> {
  switch (result.kind) {
    case 'planned':
      return { state: 'planned', outcome: result.outcome, ...(result.plan ? { plan: result.plan } : {}) };
    case 'applied':
      return { state: 'applied', ...(result.batch === null ? {} : { batch: result.batch }) };
    case 'refused':
      return { state: 'refused', refusalCount: result.refusalCount };
    case 'failed':
      return { state: 'failed', message: result.message };
  }
}
