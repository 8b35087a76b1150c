import type { Core } from '@strapi/strapi';
import { allResources, findResource } from '../../../../rostra/server/src/resource/registry';
import { type AppliedBatch, countBatches, listBatches } from '../../../../rostra/server/src/store/batches/batches';
import { run } from '../../../../rostra/server/src/store/database';
import { knownSources } from '../../../../rostra/server/src/store/external-ids/external-ids';
import { requesterOf } from '../../../server/requester';
import type { ImportOptions, Overview } from '../shared/content-import';
import { describeChanges, describeEdits, describeResource } from './describe';
import { read, schemas } from './input';
import { newRecordsIn } from './new-records';
import { PAGE_SIZE, readChanges, readEdits, readProblems } from './pages';
import { importableResources, maySee, readableResources } from './permissions';
import { refusal } from './refusal';
import { type GetService, mayIn, requestedJob } from './request';
import { LIMITS } from './uploads';

/** Reads imports, their changes and problems, and batches. */
export const readController = (getService: GetService): Core.Controller => ({
  async options(ctx) {
    const { fileBytes, files, chunkBytes } = LIMITS;
    const resources = importableResources(mayIn(ctx));
    const others = allResources().filter((each) => !resources.includes(each));
    ctx.body = {
      resources: resources.map(describeResource),
      others: others.map(describeResource),
      sources: await knownSources(run),
      limits: { fileBytes, files, chunkBytes },
    } satisfies ImportOptions;
  },

  async overview(ctx) {
    const page = read(schemas.page, ctx.query.page);
    const may = mayIn(ctx);
    const resources = readableResources(may).map(({ name }) => name);
    const [jobs, rows, total] = await Promise.all([
      getService().list(),
      listBatches(run, { resources, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
      countBatches(run, { resources }),
    ]);
    ctx.body = {
      jobs: jobs.filter((job) => maySee(may, job, requesterOf(ctx).id)),
      batches: { rows: rows.map(withoutFolders), total, page, pageSize: PAGE_SIZE },
    } satisfies Overview;
  },

  async one(ctx) {
    ctx.body = (await requestedJob(ctx, getService())).job;
  },

  async changes(ctx) {
    const { may, folder } = await requestedJob(ctx, getService());
    const query = read(schemas.changes, ctx.query);
    const resource = findResource(query.resource);
    if (!resource || !may('read', resource))
      throw refusal('NOT_ALLOWED', 'your role may not see these', { resources: [query.resource] });
    const { rows, ...page } = await readChanges(folder, query);
    ctx.body = { ...page, rows: await describeChanges(rows, may, newRecordsIn(folder)) };
  },

  async edits(ctx) {
    const { may, folder } = await requestedJob(ctx, getService());
    const { rows, ...page } = await readEdits(folder, read(schemas.edits, ctx.query).page);
    ctx.body = { ...page, rows: await describeEdits(rows, may, newRecordsIn(folder)) };
  },

  async problems(ctx) {
    const { folder } = await requestedJob(ctx, getService());
    ctx.body = await readProblems(folder, read(schemas.problems, ctx.query));
  },
});

/** Strips the folders that a command read its files from: the panel must not show paths of the server. */
const withoutFolders = (batch: AppliedBatch): AppliedBatch => ({
  ...batch,
  label: batch.label
    .split(', ')
    .map((part) => part.replace(/^\/.*\/(?=.)/, ''))
    .join(', '),
});
