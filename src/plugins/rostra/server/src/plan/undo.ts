import { findBatch } from '../store/batches/batches';
import { run } from '../store/database';
import { type ApplyResult, applyPlan, type WriteProgress } from './applying/apply';
import { inverseChanges, UndoError } from './batches/batch';

/**
 * Undoes a batch in one transaction: restores changed fields and deletes the records that it created. Changes nothing if any
 * of its records has changed since; each is a refusal. Errors: UndoError.
 */
export async function undoBatch(number: number, progress?: WriteProgress): Promise<ApplyResult> {
  const batch = await findBatch(number, run);
  if (!batch) throw new UndoError(`There is no batch ${number}; "content batches" lists them.`);
  if (batch.kind === 'undo')
    throw new UndoError(`Batch ${number} undid batch ${batch.undoes}: import the files again.`);
  return applyPlan({
    kind: 'undo',
    label: `undo of batch ${number}`,
    undoes: number,
    changes: () => inverseChanges(number, run),
    ...(progress ? { progress } : {}),
  });
}
