import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { type AppliedBatch, findBatch } from '../../../../rostra/server/src/store/batches/batches';
import { run } from '../../../../rostra/server/src/store/database';
import { requesterOf } from '../../../server/requester';
import { readerOf } from '../../history/server/reader';
import type { PageOf, UndoPreview } from '../shared/content-import';
import type { Obstacle } from '../shared/obstacles';
import { describeObstacles } from './describe-obstacles';
import { read, schemas } from './input';
import { readObstacles } from './obstacles';
import { ensureMayUndo } from './permissions';
import { refusal } from './refusal';
import { type GetService, mayIn, requestedJob } from './request';
import { previewFolder } from './undo-previews';

/** Undoes batches, and says before what that would do. */
export const undoController = (getService: GetService): Core.Controller => ({
  async previewUndo(ctx) {
    const { batch } = read(schemas.batch, ctx.params);
    const { edits } = read(schemas.undo, ctx.query);
    const left = new AbortController();
    ctx.res.once('close', () => left.abort());
    await undoable(ctx, batch);
    const preview = await getService().previewUndo({ batch, edits, by: requesterOf(ctx), left: left.signal });
    if (!preview) throw refusal('WRONG_STATE', 'it is not known now what the undo would change');
    ctx.body = preview satisfies UndoPreview;
  },

  /** A page of the records that stand in the way, as a preview has found them. */
  async undoObstacles(ctx) {
    const { batch } = read(schemas.batch, ctx.params);
    const { list } = read(schemas.undoList, ctx.params);
    await undoable(ctx, batch);
    ctx.body = await obstaclesIn(ctx, previewFolder(getService().root, batch, list));
  },

  /** A page of the records because of which an undo was refused. */
  async obstacles(ctx) {
    ctx.body = await obstaclesIn(ctx, (await requestedJob(ctx, getService())).folder);
  },

  async undo(ctx) {
    const { batch: number } = read(schemas.batch, ctx.params);
    const { edits } = read(schemas.undo, ctx.request.body ?? {});
    const { enqueue, jobs, work, current, list, discard } = getService();
    ctx.body = await enqueue(`batch ${number}`, async () => {
      const batch = await undoable(ctx, number);
      const others = (await list()).filter(({ undoes }) => undoes === number);
      if (others.some(({ state }) => state === 'applying'))
        throw refusal('WRONG_STATE', 'the batch is already being undone');
      for (const { id } of others) await discard(id);
      const made = await jobs.make({
        kind: 'undo',
        by: requesterOf(ctx),
        state: 'applying',
        // Names the resources, so that only those who may read them see the undo.
        files: Object.keys(batch.counts).map((resource) => ({ name: '', resource, size: 0, received: 0 })),
        options: { match: [], isStrict: false, takesFile: false, restoresDeleted: false },
        undoes: number,
        ...(edits === 'keep' && { keepsEdits: true }),
      });
      const folder = jobs.folderOf(made.id);
      await work(made, { kind: 'undo', by: made.by, job: made.id, folder, batch: number, edits });
      return current(made);
    });
    ctx.status = 201;
  },
});

async function obstaclesIn(ctx: Context, folder: string): Promise<PageOf<Obstacle>> {
  const { rows, ...page } = await readObstacles(folder, read(schemas.page, ctx.query.page));
  return { ...page, rows: await describeObstacles(rows, readerOf(ctx)) };
}

/** The import with this number. Errors: NO_SUCH_JOB, WRONG_STATE, NOT_ALLOWED. */
async function undoable(ctx: Context, number: number): Promise<AppliedBatch> {
  const batch = await findBatch(number, run);
  if (!batch) throw refusal('NO_SUCH_JOB', 'no such batch');
  if (batch.kind !== 'import' || batch.undoneBy !== null) throw refusal('WRONG_STATE', 'the batch cannot be undone');
  ensureMayUndo(mayIn(ctx), batch.counts);
  return batch;
}
