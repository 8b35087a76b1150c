import type { Place } from '../../../../../common/findings';
import type { JsonObject } from '../../../../../common/json';

/** A fault of the input: where, what, and the value that is wrong. */
export interface PlanFault extends Place {
  path: string;
  /** A code of the catalogue, or of the rule that a warning comes from. */
  code: string;
  message: string;
  value?: string;
}

/**
 * One record that a plan makes or changes. A negative identifier is a provisional one: the record gets its own when the
 * plan is applied, and references to it follow.
 */
export interface Change extends Place {
  resource: string;
  number: number;
  action: 'create' | 'change' | 'remove';
  /** It is made because something names it, a tag; not when somebody has made it meanwhile. */
  isNamed?: boolean;
  /** Fingerprint of all that is stored of the record when the plan is made; null for one that is not there. */
  before: string | null;
  /** The changed fields as they are stored, and as they will be; canonical values. */
  from: JsonObject;
  to: JsonObject;
}

/** What becomes of the records of a resource. */
export interface Counts {
  created: number;
  changed: number;
  /** Children that records leave out. */
  removed: number;
  unchanged: number;
}

/** What a plan comes to. */
export interface Summary {
  counts: Record<string, Counts>;
  faults: PlanFault[];
  /** How many faults there are; the first ones are named. */
  faultCount: number;
  warnings: PlanWarning[];
  warningCount: number;
  /** Fields that a resource does not know, with the number of records that have them: `rs_bills.json: colour` → 12. */
  ignored: Record<string, number>;
  /** Records that nothing tells from those which are there: they are new at every run. */
  withoutKey: number;
}

/** Something odd in the input that is no fault. */
export interface PlanWarning extends Place {
  resource: string;
  number: number;
  code: string;
  path: string;
  message: string;
}
