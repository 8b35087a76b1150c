import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { wasCutOff } from '../shared/content-import';
import { read, schemas, withNamesApart } from './input';
import { ensureMayApply, ensureMayImport } from './permissions';
import { refused } from './refusal';
import { type Asked, askedFor, askerOf, type DeskOf, mayIn } from './request';
import { ensureReceived, ensureRoom, LIMITS } from './uploads';

/** The steps of an import: announced, planned, applied, discarded. */
export function working(deskOf: DeskOf): Core.Controller {
  /** Of one import, one thing is done at a time; each finds it as the one before has left it. */
  const inTurn = (work: (ctx: Context, asked: Asked) => Promise<void>) => (ctx: Context) =>
    deskOf().inTurn(String(ctx.params.id), async () => work(ctx, await askedFor(ctx, deskOf())));

  const discard = inTurn(async (ctx, { job }) => {
    if (job.state === 'applying') throw refused('WRONG_STATE', 'it is being applied', { state: job.state });
    await deskOf().discard(job.id);
    ctx.status = 204;
  });

  return {
    async create(ctx) {
      const { files, match, strict } = read(schemas.job, ctx.request.body);
      ensureRoom(files);
      ensureMayImport(
        mayIn(ctx),
        files.map(({ resource }) => resource),
      );
      const { inTurn: turn, jobs, list, sweep, warm, current } = deskOf();
      await sweep();
      const made = await turn('new', async () => {
        if ((await list()).filter(({ state }) => state !== 'applied').length >= LIMITS.jobs)
          throw refused('TOO_MANY_JOBS', 'too many imports are open', { most: LIMITS.jobs });
        return jobs.make({
          kind: 'import',
          by: askerOf(ctx),
          state: 'uploading',
          files: withNamesApart(files).map((file) => ({ ...file, received: 0 })),
          options: { match, isStrict: strict },
        });
      });
      warm();
      ctx.status = 201;
      ctx.body = await current(made);
    },

    plan: inTurn(async (ctx, { kept, job, may, folder }) => {
      const { state, files, options } = job;
      ensureMayImport(
        may,
        files.map(({ resource }) => resource),
      );
      if (job.kind !== 'import' || state === 'planning' || state === 'applying' || state === 'applied')
        throw refused('WRONG_STATE', 'no plan is made of this now', { state });
      await ensureReceived(folder, files);
      const { outcome: _, plan: __, refusalCount: ___, ...rest } = kept;
      await deskOf().work(rest, { kind: 'plan', job: kept.id, folder, files, options });
      ctx.body = await deskOf().current(kept);
    }),

    apply: inTurn(async (ctx, { kept, job, may, folder }) => {
      if (!job.plan || !(job.state === 'planned' || wasCutOff(job)))
        throw refused('WRONG_STATE', 'there is no plan to apply', { state: job.state });
      ensureMayApply(may, job.outcome?.counts ?? {});
      await deskOf().work(kept, { kind: 'apply', job: kept.id, folder });
      ctx.body = await deskOf().current(kept);
    }),

    async discard(ctx) {
      const { job } = await askedFor(ctx, deskOf());
      // Nobody waits for what is not wanted.
      deskOf().uploads.get(job.id)?.from.destroy();
      await discard(ctx);
    },
  };
}
