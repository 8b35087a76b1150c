import type { Fault } from '../../errors/errors';
import type { Change, Place } from '../types';

/** A record that keeps a plan from being applied. */
export interface PlanRefusal extends Place {
  resource: string;
  /** The public id. */
  number: number;
  faults: Fault[];
}

export const CHANGED: Fault = { path: '', code: 'MISMATCH', message: 'has been changed since' };
export const DELETED: Fault = { path: '', code: 'UNKNOWN_REFERENCE', message: 'has been deleted since' };

/** A record that somebody else has created since the plan was made; `path` is the field that both share. */
export const taken = (path: string): Fault => ({
  path,
  code: 'TAKEN',
  message: 'has been created by somebody else since',
});

/** Adds a refusal of a change. */
export function refuse(refusals: PlanRefusal[], change: Change, faults: Fault[]): void {
  const { resource, number, file, record, line } = change;
  refusals.push({ resource, number, file, record, ...(line === undefined ? {} : { line }), faults });
}
