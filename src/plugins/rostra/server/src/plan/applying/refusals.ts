import type { Fault } from '../../errors/errors';
import { batchOfPlan } from '../../store/batches/batches';
import type { Run } from '../../store/database';
import { PlanFileError } from '../file';
import type { Change, RecordPosition } from '../types';

/** A fault of a record, with what only the part that finds it knows. */
export interface RefusalFault extends Fault {
  /** `inUse`: the field refers to what would be deleted; `omitted`: it would lose a child that other records refer to. */
  reason?: 'inUse' | 'omitted';
  /** The record that the field refers to, and that is gone. */
  gone?: { resource: string; publicId: number };
}

/** A record that keeps a plan from being applied. */
export interface PlanRefusal extends RecordPosition {
  resource: string;
  /** The public id. */
  number: number;
  faults: RefusalFault[];
}

export const CHANGED: Fault = { path: '', code: 'MISMATCH', message: 'has been changed since' };
export const DELETED: Fault = { path: '', code: 'UNKNOWN_REFERENCE', message: 'has been deleted since' };

/** A record that somebody else has created since the plan was made; `path` is the field that both share. */
export const taken = (path: string): Fault => ({
  path,
  code: 'TAKEN',
  message: 'has been created by somebody else since',
});

/** Adds a refusal of a record. */
export function refuse(
  refusals: PlanRefusal[],
  change: RecordPosition & Pick<Change, 'resource' | 'number'>,
  faults: RefusalFault[],
): void {
  const { resource, number, file, record, line } = change;
  refusals.push({ resource, number, file, record, ...(line === undefined ? {} : { line }), faults });
}

/** Thrown for a batch that cannot be undone or done again: it does not exist, has been undone, or undoes another one. */
export class UndoError extends Error {}

/** Refuses a plan that has been applied and not undone: it would create its new records twice. Errors: PlanFileError. */
export async function refuseApplied(plan: string, run: Run): Promise<void> {
  const batch = await batchOfPlan(plan, run);
  if (batch !== undefined) throw new PlanFileError(`This plan has been applied: batch ${batch}.`);
}
