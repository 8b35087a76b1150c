import { batchWithPlanOf, countUndone } from '../store/batches/batches';
import { isUndoneAnywhere, noteRedone } from '../store/batches/parts';
import { findTwin } from '../store/batches/twins';
import { type Run, run as runAlone } from '../store/database';
import { broughtBackBy, recordsOfChanges, stillRemovedBy } from '../store/history/past';
import { UndoError } from './applying/refusals';
import type { BatchChanges } from './restoring/batch-cells';
import { refuseRivals, restoreExternalIds } from './restoring/external-ids';
import { type BatchReversal, type ReversalOptions, reverseBatch } from './restoring/reverse-batch';
import { findImport, reversalsOf } from './undo';

/**
 * Does again what has been undone of a batch, in one transaction: takes back all undos, which brings back the records that they
 * deleted. By default it changes nothing if any of these records has changed since. Errors: UndoError, also if what it would bring back
 * has been imported again.
 */
export async function redoBatch(number: number, options: ReversalOptions = {}): Promise<BatchReversal> {
  await redoable(number, runAlone);
  return reverseBatch(options, async (run) => {
    const batch = await redoable(number, run);
    const undos = [...batch.undos];
    await refuseTwins({ number, change: batch.change, undos }, run);
    await refuseRivals(batch.change, run);
    const [undo] = undos;
    return {
      request: {
        kind: 'redo',
        label: `batch ${number} again`,
        redoes: number,
        ...(undos.length === 1 && undo !== undefined ? { reverts: undo } : {}),
      },
      batch,
      records: () => recordsOfChanges(undos, run),
      returning: (resource, publicIds) =>
        stillRemovedBy({ undos, redos: [...batch.redos] }, { resource, publicIds }, run),
      created: (resource, publicIds) => broughtBackBy(undos, { resource, publicIds }, run),
      includes: async (_resource, publicIds) => publicIds,
      refuseNothing: async () => {
        if (!(await isUndoneAnywhere(batch.change, run))) throw new UndoError(nothingUndone(number));
      },
      finish: async ({ untouched }) => {
        const isNews = await noteRedone(batch.change, untouched, run);
        await restoreExternalIds(batch.change, run);
        await countUndone(number, run);
        return isNews;
      },
    };
  });
}

const nothingUndone = (number: number): string => `Nothing of batch ${number} is undone.`;

/** A batch that was undone, or parts of it. Errors: UndoError. */
async function redoable(number: number, run: Run): Promise<BatchChanges> {
  const { change } = await findImport(number, 'redo', run);
  const reversals = await reversalsOf(number, run);
  if (reversals.undos.size === 0) throw new UndoError(nothingUndone(number));
  // An earlier version may have applied it, and a later one undone it.
  return { change: change ?? 0, ...reversals };
}

/** Errors: UndoError if records that would return have been imported again: there would be two of each. */
async function refuseTwins(
  { number, change, undos }: { number: number; change: number; undos: number[] },
  run: Run,
): Promise<void> {
  const other = await batchWithPlanOf(number, run);
  if (other !== undefined)
    throw new UndoError(
      `The plan of batch ${number} was applied again, as batch ${other}: "content undo ${other}" comes first.`,
    );
  const twin = await findTwin(change, undos, run);
  if (!twin) return;
  const { resource, publicId, twin: id, batch } = twin;
  throw new UndoError(
    `${resource} ${publicId} would return, but batch ${batch} has imported the same as ${resource} ${id}: "content undo ${batch}" comes first.`,
  );
}
