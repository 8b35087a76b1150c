import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { type AppliedBatch, findBatch } from '../../../../rostra/server/src/store/batches/batches';
import { run } from '../../../../rostra/server/src/store/database';
import { requesterOf } from '../../../server/requester';
import type { UndoPreview } from '../shared/content-import';
import { read, schemas } from './input';
import { ensureMayUndo } from './permissions';
import { refusal } from './refusal';
import { type GetService, mayIn } from './request';

/** Undoes batches, and says before what that would do. */
export const undoController = (getService: GetService): Core.Controller => ({
  async previewUndo(ctx) {
    const { batch } = read(schemas.batch, ctx.params);
    const left = new AbortController();
    ctx.res.once('close', () => left.abort());
    await undoable(ctx, batch);
    const preview = await getService().previewUndo({ batch, by: requesterOf(ctx), left: left.signal });
    if (!preview) throw refusal('WRONG_STATE', 'it is not known now what the undo would change');
    ctx.body = preview satisfies UndoPreview;
  },

  async undo(ctx) {
    const { batch: number } = read(schemas.batch, ctx.params);
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
      });
      await work(made, { kind: 'undo', by: made.by, job: made.id, folder: jobs.folderOf(made.id), batch: number });
      return current(made);
    });
    ctx.status = 201;
  },
});

/** The import with this number. Errors: NO_SUCH_JOB, WRONG_STATE, NOT_ALLOWED. */
async function undoable(ctx: Context, number: number): Promise<AppliedBatch> {
  const batch = await findBatch(number, run);
  if (!batch) throw refusal('NO_SUCH_JOB', 'no such batch');
  if (batch.kind !== 'import' || batch.undoneBy !== null) throw refusal('WRONG_STATE', 'the batch cannot be undone');
  ensureMayUndo(mayIn(ctx), batch.counts);
  return batch;
}
