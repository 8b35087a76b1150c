import { findBatch } from '../store/batches/list';
import { run } from '../store/database';
import { type Applied, applyPlan } from './applying/apply';
import { UndoError, undoing } from './batches/batch';

/**
 * Puts back what was there before a batch, in one transaction: changed fields get their former values, records that it made
 * are deleted. Nothing is done, and each is named, when a record has changed since. Errors: UndoError.
 */
export async function undoBatch(
  number: number,
  progress?: (resource: string, records: number) => void,
): Promise<Applied> {
  const batch = await findBatch(number, run);
  if (!batch) throw new UndoError(`There is no batch ${number}; "content batches" lists them.`);
  if (batch.kind === 'undo')
    throw new UndoError(`Batch ${number} undid batch ${batch.undoes}: import the files again.`);
  return applyPlan({
    kind: 'undo',
    label: `undo of batch ${number}`,
    undoes: number,
    changes: () => undoing(number, run),
    ...(progress ? { progress } : {}),
  });
}
