import { batchOfPlan, undoOf } from '../../store/batches/batches';
import type { Run } from '../../store/database';
import { PlanFileError } from '../file';

/** Thrown for a batch that cannot be undone: it does not exist, has been undone, or undoes another one. */
export class UndoError extends Error {}

/** Refuses a plan that has been applied and not undone: it would create its new records twice. Errors: PlanFileError. */
export async function refuseApplied(plan: string, run: Run): Promise<void> {
  const batch = await batchOfPlan(plan, run);
  if (batch !== undefined) throw new PlanFileError(`This plan has been applied: batch ${batch}.`);
}

/** Refuses to undo a batch a second time. Errors: UndoError. */
export async function refuseUndone(batch: number, run: Run): Promise<void> {
  const undo = await undoOf(batch, run);
  if (undo !== undefined) throw new UndoError(`Batch ${batch} was undone by batch ${undo}.`);
}
