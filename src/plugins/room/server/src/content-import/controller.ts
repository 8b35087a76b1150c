import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { importable } from '../../../../rostra/server/src/import/formats/likeness';
import { type AppliedBatch, listBatches } from '../../../../rostra/server/src/plan/batches';
import { allResources } from '../../../../rostra/server/src/resource/registry';
import { run } from '../../../../rostra/server/src/store/database';
import type { Job } from '../../../shared/content-import';
import { abilityOf } from '../permissions';
import { describeChanges, describeResource } from './describe';
import type { Desk } from './desk';
import { read, schemas, withNamesApart } from './input';
import type { KeptJob } from './jobs';
import { ensureMayApply, ensureMayImport, ensureMayUndo, importableBy, type May, mayOf, maySee } from './may';
import { PAGE_SIZE, readChanges, readProblems } from './pages';
import { refused } from './refused';
import { ensureReceived, ensureRoom, fileIn, LIMITS, receive } from './uploads';

interface PanelUser {
  id: number;
  firstname?: string | null;
  lastname?: string | null;
  username?: string | null;
}

/** What the import page asks. `deskOf` is open once Strapi has been started. */
export function importController(deskOf: () => Desk): Core.Controller {
  const mayIn = (ctx: Context): May => mayOf(strapi, abilityOf(ctx));

  const found = async (ctx: Context): Promise<{ kept: KeptJob; job: Job; may: May; folder: string }> => {
    const { jobs, current, find } = deskOf();
    const kept = await find(String(ctx.params.id));
    const may = mayIn(ctx);
    if (!kept || !maySee(may, kept)) throw refused('NO_SUCH_JOB', 'there is no such import');
    return { kept, job: await current(kept), may, folder: jobs.folderOf(kept.id) };
  };

  return {
    async options(ctx) {
      const { fileBytes, files, chunkBytes } = LIMITS;
      ctx.body = {
        resources: importableBy(mayIn(ctx)).map(describeResource),
        limits: { fileBytes, files, chunkBytes },
      };
    },

    async overview(ctx) {
      const page = read(schemas.page, ctx.query.page);
      const may = mayIn(ctx);
      const [jobs, batches] = await Promise.all([deskOf().list(), listBatches(run)]);
      ctx.body = {
        jobs: jobs.filter((job) => maySee(may, job)),
        batches: batches.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(withoutFolders),
        batchCount: batches.length,
      };
    },

    async one(ctx) {
      ctx.body = (await found(ctx)).job;
    },

    async create(ctx) {
      const { files, match, strict } = read(schemas.job, ctx.request.body);
      ensureRoom(files);
      ensureMayImport(
        mayIn(ctx),
        files.map(({ resource }) => resource),
      );
      const { jobs, warm, current } = deskOf();
      await jobs.sweep();
      if ((await jobs.list()).filter(({ state }) => state !== 'applied').length >= LIMITS.jobs)
        throw refused('TOO_MANY_JOBS', 'too many imports are open', { most: LIMITS.jobs });
      const made = await jobs.make({
        kind: 'import',
        by: nameOf(ctx.state.user as PanelUser),
        state: 'uploading',
        files: withNamesApart(files).map((file) => ({ ...file, received: 0 })),
        options: { match, isStrict: strict },
      });
      warm();
      ctx.status = 201;
      ctx.body = await current(made);
    },

    async receive(ctx) {
      const { kept, folder } = await found(ctx);
      const { offset } = read(schemas.part, ctx.query);
      const index = Number(ctx.params.file);
      const file = kept.files[index];
      if (!file || kept.state !== 'uploading') throw refused('WRONG_STATE', 'no file is expected');
      if (ctx.get('content-type') !== 'application/octet-stream')
        throw refused('INVALID', 'the body must be application/octet-stream');
      const received = await receive(ctx.req, fileIn(folder, index, file), offset, file.size);
      const files = kept.files.map((each, at) => (at === index ? { ...each, received } : each));
      await deskOf().jobs.save({ ...kept, files, beat: Date.now() });
      ctx.body = { received };
    },

    async plan(ctx) {
      const { kept, job, may, folder } = await found(ctx);
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
    },

    async apply(ctx) {
      const { kept, job, may, folder } = await found(ctx);
      const isCutOff = job.state === 'interrupted' && job.during === 'applying';
      if (!job.plan || !(job.state === 'planned' || isCutOff))
        throw refused('WRONG_STATE', 'there is no plan to apply', { state: job.state });
      ensureMayApply(may, job.outcome?.counts ?? {});
      await deskOf().work(kept, { kind: 'apply', job: kept.id, folder });
      ctx.body = await deskOf().current(kept);
    },

    async discard(ctx) {
      const { kept, job } = await found(ctx);
      if (job.state === 'applying') throw refused('WRONG_STATE', 'it is being applied', { state: job.state });
      await deskOf().discard(kept.id);
      ctx.status = 204;
    },

    async changes(ctx) {
      const { may, folder } = await found(ctx);
      const query = read(schemas.changes, ctx.query);
      const of = allResources().find(({ name }) => name === query.resource);
      if (!of || !may('read', of))
        throw refused('NOT_ALLOWED', 'your role may not see these', { resources: [query.resource] });
      const { rows, ...page } = await readChanges(folder, query);
      ctx.body = { ...page, rows: await describeChanges(of, rows, may) };
    },

    async problems(ctx) {
      const { folder } = await found(ctx);
      ctx.body = await readProblems(folder, read(schemas.problems, ctx.query));
    },

    async undo(ctx) {
      const number = Number(ctx.params.batch);
      const batch = (await listBatches(run)).find((each) => each.number === number);
      if (!batch) throw refused('NO_SUCH_JOB', 'there is no such batch');
      if (batch.kind === 'undo' || batch.undoneBy !== null) throw refused('WRONG_STATE', 'it cannot be undone');
      ensureMayUndo(mayIn(ctx), batch.counts);
      const { jobs, work, current, list, discard } = deskOf();
      const others = (await list()).filter(({ undoes }) => undoes === number);
      if (others.some(({ state }) => state === 'applying')) throw refused('WRONG_STATE', 'it is being undone');
      for (const { id } of others) await discard(id);
      const names = Object.keys(batch.counts).filter((name) => importable().some((of) => of.name === name));
      const made = await jobs.make({
        kind: 'undo',
        by: nameOf(ctx.state.user as PanelUser),
        state: 'applying',
        // Who may not see these kinds of records does not see the undo either.
        files: names.map((resource) => ({ name: '', resource, size: 0, received: 0 })),
        options: { match: [], isStrict: false },
        undoes: number,
      });
      await work(made, { kind: 'undo', job: made.id, folder: jobs.folderOf(made.id), batch: number });
      ctx.status = 201;
      ctx.body = await current(made);
    },
  };
}

/** Where a command has found its files is nobody's business in the panel. */
const withoutFolders = (batch: AppliedBatch): AppliedBatch => ({
  ...batch,
  label: batch.label
    .split(', ')
    .map((part) => part.replace(/^\/.*\/(?=.)/, ''))
    .join(', '),
});

const nameOf = ({ id, firstname, lastname, username }: PanelUser): Job['by'] => ({
  id,
  name: [firstname, lastname].filter(Boolean).join(' ') || username || '',
});
