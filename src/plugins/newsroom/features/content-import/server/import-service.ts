import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Core } from '@strapi/strapi';
import { openKeyedQueue } from '../../../../../common/concurrency/keyed-queue';
import { countImport, type ImportOutcome } from '../../../../rostra/server/src/metrics/imports';
import { PLAN_VERSION } from '../../../../rostra/server/src/plan/file';
import { batchOfPlan, findBatch } from '../../../../rostra/server/src/store/batches/batches';
import { run } from '../../../../rostra/server/src/store/database';
import { isImporting } from '../../../../rostra/server/src/store/import-lock';
import { isBusy, type Job, type JobProgress, wasInterruptedApplying } from '../shared/content-import';
import { type Jobs, openJobs, owner, type StoredJob, toJob } from './jobs';
import type { WorkerResult, WorkerTask } from './messages';
import { refusal } from './refusal';
import { openUndoPreviews } from './undo-previews';
import { InterruptedError, openWorker } from './worker';

/** How often the state of running jobs is saved, in ms. */
const HEARTBEAT_MS = 2_000;

/** Runs import jobs in a worker process and keeps their state in `root`; `program` is what the worker runs. */
export function openImportService(strapi: Core.Strapi, { root, program }: { root: string; program: string }) {
  const jobs = openJobs(root);
  const worker = openWorker(program);
  const running = new Map<string, StoredJob>();
  const heartbeat = setInterval(() => {
    for (const job of running.values()) saveIfPresent(jobs, { ...job, beat: Date.now() });
  }, HEARTBEAT_MS).unref();

  const isRunning = (id: string): boolean => {
    const job = running.get(id);
    return job !== undefined && isBusy(job);
  };

  const work = async (job: StoredJob, task: WorkerTask): Promise<void> => {
    if (isRunning(job.id)) throw refusal('WRONG_STATE', 'the job is running');
    const started: StoredJob = {
      ...job,
      state: task.kind === 'plan' ? 'planning' : 'applying',
      owner,
      beat: Date.now(),
    };
    delete started.message;
    delete started.during;
    running.set(job.id, started);
    await jobs.save(started);
    const setProgress = (progress: JobProgress) => running.set(job.id, { ...started, progress });
    const finish = async (changes: Partial<StoredJob>) => {
      const { progress: _, ...finished } = { ...started, ...changes, beat: Date.now() };
      countImport(finished.state as ImportOutcome);
      // The job was discarded while it ran.
      if (!running.has(job.id)) return;
      if (finished.state === 'applied') await jobs.removeFiles(job.id);
      // Set before saving, so that requests and the next heartbeat see the final state.
      running.set(job.id, finished);
      await saveIfPresent(jobs, finished);
      if (running.get(job.id) === finished) running.delete(job.id);
    };
    worker.run(task, setProgress).then(
      (result) => finish(stateAfter(result)),
      (error: Error) => {
        if (running.has(job.id)) strapi.log.error(`Import ${job.id} failed while ${started.state}: ${error.message}`);
        const during = started.state as 'planning' | 'applying';
        if (error instanceof InterruptedError) return finish({ state: 'interrupted', during });
        return finish({ state: 'failed', during, message: error.message.replaceAll(`${root}${path.sep}`, '') });
      },
    );
  };

  /** The database knows whether an interrupted job was applied. */
  const reconcile = async (job: Job): Promise<Job> => {
    if (!wasInterruptedApplying(job)) return job;
    const batch = await batchOf(job);
    return batch === undefined ? job : { ...job, state: 'applied', batch };
  };

  /** Reads again a job that finished after it was read: its final state is saved before it leaves `running`. */
  const latest = async (job: StoredJob): Promise<StoredJob> => {
    if (isBusy(job) && job.owner === owner && !running.has(job.id)) return (await jobs.read(job.id)) ?? job;
    return running.get(job.id) ?? job;
  };

  const current = async (job: StoredJob): Promise<Job> => {
    const stored = await latest(job);
    return reconcile(toJob(running.get(job.id) ?? stored, running.has(job.id)));
  };

  const discard = async (id: string): Promise<void> => {
    running.delete(id);
    worker.abandon(id);
    await jobs.remove(id);
  };

  const enqueue = openKeyedQueue();
  const uploads = new Map<string, { index: number; offset: number; from: Readable }>();

  /** Discards stale jobs. Each is checked again in its queue: a request may have used it in the meantime. */
  const sweep = async (): Promise<void> => {
    for (const id of await jobs.all()) {
      if (!(await jobs.isStale(id))) continue;
      await enqueue(id, async () => {
        if (!isRunning(id) && (await jobs.isStale(id))) await discard(id);
      });
    }
  };
  sweep().catch((error: Error) => strapi.log.warn(`Stale imports were not removed: ${error.message}`));

  return {
    /** The folder of the jobs. */
    root,
    jobs,
    /** Runs work on a job after all work queued for it earlier: uploads, plans and the rest never overlap. */
    enqueue,
    sweep,
    /** The chunk that each job is receiving. */
    uploads,
    warm: worker.warm,
    work,
    current,
    find: async (id: string): Promise<StoredJob | undefined> => {
      const job = await jobs.read(id);
      return job && latest(job);
    },
    list: async (): Promise<Job[]> => Promise.all((await jobs.list()).map(current)),
    discard,
    /** What undoing a batch would do; undefined if that cannot be found out now. */
    previewUndo: openUndoPreviews({ worker, folder: root, isImporting: () => isImporting(run) }),
    close: () => {
      clearInterval(heartbeat);
      worker.stop();
    },
  };
}

export type ImportService = ReturnType<typeof openImportService>;

/** The batch that a job has written, as the database knows; undefined if it has written none. */
async function batchOf({ plan, undoes }: Job): Promise<number | undefined> {
  if (undoes !== undefined) return (await findBatch(undoes, run))?.undoneBy ?? undefined;
  return plan ? batchOfPlan(plan, run) : undefined;
}

/** Ignores failures: the job's folder may have been removed. */
const saveIfPresent = (jobs: Jobs, job: StoredJob): Promise<void> => jobs.save(job).catch(() => undefined);

function stateAfter(result: WorkerResult): Partial<StoredJob> {
  switch (result.kind) {
    case 'planned':
      return {
        ...{ state: 'planned', outcome: result.outcome, planVersion: PLAN_VERSION },
        ...(result.plan ? { plan: result.plan } : {}),
      };
    case 'applied':
      return { state: 'applied', ...(result.batch === null ? {} : { batch: result.batch }) };
    case 'refused':
      return {
        state: 'refused',
        refusalCount: result.refusalCount,
        ...(result.mayBeMore && { mayBeMore: true }),
      };
    case 'failed':
      return { state: 'failed', message: result.message };
    case 'previewed':
      throw new Error('a preview is no job');
  }
}
