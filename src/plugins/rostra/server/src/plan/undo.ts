import { definedIn } from '../../../../../common/maps';
import { findBatch, undoOf } from '../store/batches/batches';
import { run } from '../store/database';
import type { ApplyResult, WriteProgress } from './applying/apply';
import { CHANGED, DELETED, type PlanRefusal, UndoError } from './applying/refusals';
import { revertWhole } from './restoring/revert';
import type { Conflict } from './restoring/walk';

/**
 * Undoes a batch in one transaction: takes back its change, which deletes the records that it created. Changes nothing if any of
 * its records has changed since; each is a refusal. Errors: UndoError.
 */
export async function undoBatch(number: number, progress?: WriteProgress, note?: string): Promise<ApplyResult> {
  const batch = await findBatch(number, run);
  if (!batch) throw new UndoError(`There is no batch ${number}; "content batches" lists them.`);
  if (batch.kind === 'undo')
    throw new UndoError(`Batch ${number} undid batch ${batch.undoes}: import the files again.`);
  const undo = await undoOf(number, run);
  if (undo !== undefined) throw new UndoError(`Batch ${number} was undone by batch ${undo}.`);
  if (batch.change === null)
    throw new UndoError(
      `Batch ${number} was applied by an earlier version of Rostra, which noted its changes in another form: it can no longer be undone.`,
    );
  const { refusals, conflicts, ...applied } = await revertWhole(batch.change, {
    kind: 'undo',
    label: `undo of batch ${number}`,
    undoes: number,
    reverts: batch.change,
    ...definedIn({ note, progress }),
  });
  return { ...applied, refusals: [...conflicts.map(refusalOf), ...refusals] };
}

const refusalOf = ({ resource, publicId, kind }: Conflict): PlanRefusal => ({
  resource,
  number: publicId,
  file: '',
  record: 0,
  faults: [kind === 'removed' ? DELETED : CHANGED],
});
