import type { RecordPosition } from '../../../../../common/findings';
import type { Json, JsonObject } from '../../../../../common/json';
import type { Counts } from '../store/batches/batches';
import type { EditFacts } from '../store/history/counted-changes';

export type { Counts, RecordPosition };

/** A fault of the input. */
export interface PlanFault extends RecordPosition {
  path: string;
  /** A code of the error catalogue, or of the rule that gave a warning. */
  code: string;
  message: string;
  /** The wrong value as JSON, shortened. */
  value?: string;
  /** What the message names, for those who write it in another language. */
  details?: Record<string, string | number>;
}

/** One record that a plan creates, changes or removes: a line of the plan's file. */
export interface Change extends RecordPosition {
  resource: string;
  /** The public id. A negative one is provisional: applying replaces it, here and in all references, by the next free one. */
  number: number;
  action: 'create' | 'change' | 'remove';
  /** A tag that exists only because a record names it: applying uses the stored tag of this name if there is one by then. */
  isNamed?: boolean;
  /** Whether a new record is one that people have deleted, and returns. */
  isReturning?: boolean;
  /** Whether a new record was deleted before, by people or by an import. */
  wasDeleted?: boolean;
  /** Hash of the stored record at the time of planning; null for a new record. */
  before: string | null;
  /** The former and the new canonical values of the changed fields. */
  from: JsonObject;
  to: JsonObject;
}

/**
 * What an import says of fields of a record that do not get that value, or have it already though the last import said something else; or
 * only that it has the record.
 */
export interface Said {
  resource: string;
  /** The public id. */
  number: number;
  /** Hash of the stored record at the time of planning, if the plan does not change it and what is said holds only of that. */
  before?: string;
  /** Whether no import of the source has had the record so far, and this one does not write it, either. */
  isFirst?: true;
  fields: JsonObject;
}

/** An identifier that a record has at the source of an import, to be noted. */
export interface Identified extends RecordPosition {
  resource: string;
  /** The public id, or the provisional one of a new record. */
  number: number;
  externalId: string;
  /** The identifier that the record had there so far, if that is another one. */
  former?: string;
  /** What told which stored record is meant, if the source was not known to use this identifier for it: its public id, or `--match`. */
  by?: 'id' | 'match';
}

/** Records as they are stored, by the changes that concern them. */
export type StoredStates = WeakMap<Change, JsonObject>;

/**
 * What people have done since the last import of a record, where the file says something else:
 * - `edited`: they changed a field, and the file still says what the last import said: their value stays
 * - `merged`: they and the file changed a list, each in its own way: both count
 * - `conflict`: they and the file changed a field to different values: theirs stays, unless the file is to win; also a field that cannot be
 *   as the file says because a parent's list of children stays
 * - `deleted`: they deleted the record: it stays deleted, unless it is to return
 * - `matched`: they created the record, and no import has written it: the file wins, but in what is decided to be kept, which are conflicts
 * - `gone`: the source no longer has the record, but there is a reason to keep it: it stays, unless all is to go
 */
export type EditKind = 'edited' | 'merged' | 'conflict' | 'gone' | 'deleted' | 'matched';

/**
 * Why a record that its source no longer has stays: people have made it, changed it or brought it back, another source knows it, or history
 * does not tell who has made it. Two reasons hold whatever is to be taken: another record requires it, or it is decided that what would be
 * deleted with it is kept.
 */
export interface StayReason {
  reason: 'made' | 'changed' | 'restored' | 'known' | 'unknown' | 'required' | 'kept';
  /** Who it was, and when. */
  by?: EditFacts;
  /** The other sources. */
  sources?: string[];
  /** The record that requires it. */
  user?: { resource: string; number: number };
  /** The record that it concerns, if that is one which would be deleted with this one. */
  dependent?: { resource: string; number: number };
}

/** Something that people have done, and what the plan makes of it. */
export interface PlanEdit extends RecordPosition {
  resource: string;
  /** The public id. */
  number: number;
  kind: EditKind;
  /** The field; empty for a whole record. */
  path: string;
  /** Whether the plan does what the file says. */
  isTaken: boolean;
  /** Of what is gone: why it stays. */
  stay?: Omit<StayReason, 'by'>;
  /** The values of a field: what the last import left, what is stored, and what the file says. */
  base?: Json;
  stored?: Json;
  given?: Json;
  /** The field that says what kind of record `path` refers to, with its values. */
  kindField?: { path: string; base?: Json; stored: Json; given: Json };
  by?: EditFacts;
}

/** The result of planning, without the changes. */
export interface Summary {
  counts: Record<string, Counts>;
  /** The first faults. */
  faults: PlanFault[];
  faultCount: number;
  /** The first warnings. */
  warnings: PlanWarning[];
  warningCount: number;
  /** The first things that people have done, and how many there are of each kind; the plan's file has a line for each. */
  edits: PlanEdit[];
  editCounts: Partial<Record<EditKind, number>>;
  /** Of how many records the plan notes what the input says, for the next import. */
  noteCount: number;
  /** How many values that people, or other imports, have given fields are among that: they count as what its source says from now on. */
  adoptedCount: number;
  /** The name of the source of the import. */
  sourceName?: string;
  /** The first stored records that get an identifier at the source, and how many there are; the plan's file has a line for each. */
  identified: Identified[];
  identifiedCount: number;
  /** How many records of one resource would have to be allowed to go, if fewer are. */
  neededLimit?: number;
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
