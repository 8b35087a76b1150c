import type { JsonObject } from '../../../../../common/json';
import type { RecordSummary } from '../../where-used/shared/where-used';
import type { Actor, Comparison, FieldInfo, FieldName, RevisionAction } from './history';

/** What to restore, and how. */
export type RestoreRequest = {
  /** What happens to fields that others have changed since. Default: `refuse`. */
  conflicts?: 'refuse' | 'overwrite' | 'keep';
  /** What happens to references to deleted records. Default: `refuse`. */
  missing?: 'refuse' | 'restore' | 'omit';
  /** What happens to other records that cannot be restored as they were; of a record only. Default: `refuse`. */
  others?: 'refuse' | 'leave';
  note?: string;
  /** The plan that the editor has seen; without it the answer is the plan, and nothing is written. */
  plan?: string;
} & (
  | {
      kind: 'record';
      uid: string;
      number: number;
      /** The record returns to its state after this change, or before it; a deleted one to its last state. */
      change: number;
      isBefore?: boolean;
      /** Only these fields, by their names in the API. */
      fields?: string[];
    }
  | { kind: 'changes'; changes: number[] }
);

/** Somebody else's later change of what is to be restored. */
export interface RestoreConflict {
  uid: string;
  record: Partial<RecordSummary> & { number: number };
  /** The field; missing if it concerns the whole record. */
  field?: FieldName;
  kind: 'changed' | 'removed' | 'created' | 'gone';
  at: number;
  door: string;
  by: Actor;
}

/** A record by its content type; without the record if it may not be named to the reader. */
export interface NamedByType {
  uid: string;
  record?: Partial<RecordSummary> & { number: number };
}

/**
 * What keeps a record from being restored: its former values refer to a record that is gone, or break a rule of today; others have changed or
 * deleted it meanwhile; the same exists once more; it refers to a record that the restore would delete; it would lose a child that others
 * refer to; history keeps no values of such records; the reader may not know.
 */
export interface RestoreFault extends NamedByType {
  kind: 'missing' | 'invalid' | 'changed' | 'removed' | 'taken' | 'inUse' | 'omitted' | 'private' | 'unread';
  /** The field; missing if it concerns the whole record, or if the reader may not read it. */
  field?: FieldName;
  /** The record that is gone. */
  other?: NamedByType;
  /** The rule: a code and the service's message, which is in English. */
  fault?: { code: string; message: string };
}

/** What a restore does to one record. */
export interface RestoredRecord {
  uid: string;
  action: RevisionAction;
  fields: FieldInfo[];
  hidden: number;
  before: JsonObject | null;
  after: JsonObject | null;
  record: Partial<RecordSummary> & { number: number };
}

/** What a restore would do, or has done. */
export interface RestorePlan {
  /** Identifies the plan. */
  plan: string;
  /** How many records differ. */
  count: number;
  /** How many of them it deletes. */
  removed: number;
  /** The first of them. */
  records: RestoredRecord[];
  names: Comparison['names'];
  conflicts: RestoreConflict[];
  conflictCount: number;
  /** Why it cannot be done; the first of them. */
  refusals: RestoreFault[];
  /** Whether references to deleted records are among the refusals. */
  isMissing: boolean;
  /** Whether some of them are of other records, which could stay as they are. */
  canLeave: boolean;
  /** Why other records stay as they are; the first of them. */
  left: RestoreFault[];
  /** Whether it takes back what others have done. */
  needsNote: boolean;
  /** The change that it made; missing in a plan. */
  change?: number;
}

/** The records of a plan that an answer lists. */
export const MAX_PLANNED = 50;
