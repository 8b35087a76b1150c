import type { RecordPosition } from '../../../../../common/findings';
import type { JsonObject } from '../../../../../common/json';
import type { Counts } from '../store/batches/batches';

export type { Counts, RecordPosition };

/** A fault of the input. */
export interface PlanFault extends RecordPosition {
  path: string;
  /** A code of the error catalogue, or of the rule that gave a warning. */
  code: string;
  message: string;
  /** The wrong value as JSON, shortened. */
  value?: string;
}

/** One record that a plan creates, changes or removes: a line of the plan's file. */
export interface Change extends RecordPosition {
  resource: string;
  /** The public id. A negative one is provisional: applying replaces it, here and in all references, by the next free one. */
  number: number;
  action: 'create' | 'change' | 'remove';
  /** A tag that exists only because a record names it: applying uses the stored tag of this name if there is one by then. */
  isNamed?: boolean;
  /** Hash of the stored record at the time of planning; null for a new record. */
  before: string | null;
  /** The former and the new canonical values of the changed fields. */
  from: JsonObject;
  to: JsonObject;
}

/** Records as they are stored, by the changes that concern them. */
export type StoredStates = WeakMap<Change, JsonObject>;

/** The result of planning, without the changes. */
export interface Summary {
  counts: Record<string, Counts>;
  /** The first faults. */
  faults: PlanFault[];
  faultCount: number;
  /** The first warnings. */
  warnings: PlanWarning[];
  warningCount: number;
  /** How many records have a field that the resource does not know: `rs_bills.json: colour` → 12. */
  ignored: Record<string, number>;
  /** Records without public id that were not matched with stored ones: each run of the import creates them again. */
  withoutKey: number;
}

/** A warning about the input: suspicious, but not a fault. */
export interface PlanWarning extends RecordPosition {
  resource: string;
  /** The public id. */
  number: number;
  code: string;
  path: string;
  message: string;
}
