import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { definedIn } from '../../../../../common/maps';
import { requesterOf } from '../../../server/requester';
import { wasInterruptedApplying } from '../shared/content-import';
import { read, schemas, withUniqueNames } from './input';
import { ensureMayApply, ensureMayImport } from './permissions';
import { refusal } from './refusal';
import { type GetService, mayIn, type RequestedJob, requestedJob } from './request';
import { ensureReceived, ensureWithinLimits, LIMITS } from './uploads';

/** Creates, plans, applies and discards imports. */
export function jobController(getService: GetService): Core.Controller {
  /** Queues the handler behind others of the same job, and reads the job when its turn comes. */
  const forJob = (work: (ctx: Context, requested: RequestedJob) => Promise<void>) => (ctx: Context) =>
    getService().enqueue(String(ctx.params.id), async () => work(ctx, await requestedJob(ctx, getService())));

  const discard = forJob(async (ctx, { job }) => {
    if (job.state === 'applying') throw refusal('WRONG_STATE', 'the import is being applied', { state: job.state });
    await getService().discard(job.id);
    ctx.status = 204;
  });

  return {
    async create(ctx) {
      const { files, match, source, sync, syncLimit, strict } = read(schemas.job, ctx.request.body);
      ensureWithinLimits(files);
      ensureMayImport(
        mayIn(ctx),
        files.map(({ resource }) => resource),
      );
      const { enqueue, jobs, list, sweep, warm, current } = getService();
      await sweep();
      const made = await enqueue('new', async () => {
        if ((await list()).filter(({ state }) => state !== 'applied').length >= LIMITS.jobs)
          throw refusal('TOO_MANY_JOBS', 'too many imports are waiting', { most: LIMITS.jobs });
        return jobs.make({
          kind: 'import',
          by: requesterOf(ctx),
          state: 'uploading',
          files: withUniqueNames(files).map((file) => ({ ...file, received: 0 })),
          options: {
            match,
            ...(source && { source, ...(sync && { sync, ...definedIn({ syncLimit }) }) }),
            isStrict: strict,
            takesFile: false,
            restoresDeleted: false,
          },
        });
      });
      warm();
      ctx.status = 201;
      ctx.body = await current(made);
    },

    plan: forJob(async (ctx, { stored, job, may, folder }) => {
      const { state, files } = job;
      const options = { ...job.options, ...definedIn(read(schemas.plan, ctx.request.body ?? {})) };
      ensureMayImport(
        may,
        files.map(({ resource }) => resource),
      );
      if (job.kind !== 'import' || state === 'planning' || state === 'applying' || state === 'applied')
        throw refusal('WRONG_STATE', 'the import cannot be planned in its present state', { state });
      await ensureReceived(folder, files);
      const { outcome: _, plan: __, refusalCount: ___, ...rest } = stored;
      await getService().work({ ...rest, options }, { kind: 'plan', job: stored.id, folder, files, options });
      ctx.body = await getService().current(stored);
    }),

    apply: forJob(async (ctx, { stored, job, may, folder }) => {
      if (!job.plan || !(job.state === 'planned' || wasInterruptedApplying(job)))
        throw refusal('WRONG_STATE', 'there is no plan to apply', { state: job.state });
      ensureMayApply(may, job.outcome?.counts ?? {});
      await getService().work(stored, { kind: 'apply', by: stored.by, job: stored.id, folder });
      ctx.body = await getService().current(stored);
    }),

    async discard(ctx) {
      const { job } = await requestedJob(ctx, getService());
      // Aborts the upload, so that the discard does not queue behind it.
      getService().uploads.get(job.id)?.from.destroy();
      await discard(ctx);
    },
  };
}
