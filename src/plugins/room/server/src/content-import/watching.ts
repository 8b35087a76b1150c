import type { Core } from '@strapi/strapi';
import { type AppliedBatch, countBatches, listBatches } from '../../../../rostra/server/src/plan/batches';
import { resourceNamed } from '../../../../rostra/server/src/resource/registry';
import { run } from '../../../../rostra/server/src/store/database';
import type { ImportOptions, Overview } from '../../../shared/content-import';
import { askedFor, askerOf, type DeskOf, mayIn } from './asked';
import { describeChanges, describeResource } from './describe';
import { read, schemas } from './input';
import { importableBy, maySee, readableBy } from './may';
import { PAGE_SIZE, readChanges, readProblems } from './pages';
import { refused } from './refused';
import { LIMITS } from './uploads';

/** What can be seen of imports, and how they stand. */
export const watching = (deskOf: DeskOf): Core.Controller => ({
  async options(ctx) {
    const { fileBytes, files, chunkBytes } = LIMITS;
    ctx.body = {
      resources: importableBy(mayIn(ctx)).map(describeResource),
      limits: { fileBytes, files, chunkBytes },
    } satisfies ImportOptions;
  },

  async overview(ctx) {
    const page = read(schemas.page, ctx.query.page);
    const may = mayIn(ctx);
    const resources = readableBy(may).map(({ name }) => name);
    const [jobs, rows, total] = await Promise.all([
      deskOf().list(),
      listBatches(run, { resources, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
      countBatches(run, { resources }),
    ]);
    ctx.body = {
      jobs: jobs.filter((job) => maySee(may, job, askerOf(ctx).id)),
      batches: { rows: rows.map(withoutFolders), total, page, pageSize: PAGE_SIZE },
    } satisfies Overview;
  },

  async one(ctx) {
    ctx.body = (await askedFor(ctx, deskOf())).job;
  },

  async changes(ctx) {
    const { may, folder } = await askedFor(ctx, deskOf());
    const query = read(schemas.changes, ctx.query);
    const of = resourceNamed(query.resource);
    if (!of || !may('read', of))
      throw refused('NOT_ALLOWED', 'your role may not see these', { resources: [query.resource] });
    const { rows, ...page } = await readChanges(folder, query);
    ctx.body = { ...page, rows: await describeChanges(of, rows, may) };
  },

  async problems(ctx) {
    const { folder } = await askedFor(ctx, deskOf());
    ctx.body = await readProblems(folder, read(schemas.problems, ctx.query));
  },
});

/** Where a command has found its files is nobody's business in the panel. */
const withoutFolders = (batch: AppliedBatch): AppliedBatch => ({
  ...batch,
  label: batch.label
    .split(', ')
    .map((part) => part.replace(/^\/.*\/(?=.)/, ''))
    .join(', '),
});
