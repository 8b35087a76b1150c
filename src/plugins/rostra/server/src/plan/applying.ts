import type { Place } from '../../../../../common/findings';
import type { Fault } from '../errors/errors';
import { resourceNamed } from '../resource/registry';
import type { Resource } from '../resource/resource';
import type { Run } from '../store/database';
import type { LeftOut } from './children';
import type { Change } from './plan';
import type { MadeRows } from './rows';

/** A record that has changed since the plan was made, or something that keeps it from being written. */
export interface Refusal extends Place {
  resource: string;
  number: number;
  faults: Fault[];
}

/** What is known in the course of applying. */
export interface Applying {
  /** The batch that everything belongs to. */
  batch: number;
  made: MadeRows;
  refusals: Refusal[];
  leftOut: LeftOut[];
  touched: Set<Resource>;
  run: Run;
}

export const CHANGED: Fault = { path: '', code: 'MISMATCH', message: 'has been changed since' };
export const GONE: Fault = { path: '', code: 'UNKNOWN_REFERENCE', message: 'has been deleted since' };

/** Notes why a record cannot be written. */
export function refuse(refusals: Refusal[], change: Change, faults: Fault[]): void {
  const { resource: name, number, file, record, line } = change;
  refusals.push({ resource: name, number, file, record, ...(line === undefined ? {} : { line }), faults });
}

/** The resource of a name in a plan. */
export function named(name: string): Resource {
  const found = resourceNamed(name);
  if (!found) throw new Error(`there is no resource "${name}"`);
  return found;
}
