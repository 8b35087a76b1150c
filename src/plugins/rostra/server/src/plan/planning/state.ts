import type { Warning } from '../../../../../../common/findings';
import type { Json } from '../../../../../../common/json';
import { entryOf } from '../../../../../../common/maps';
import type { Fault } from '../../errors/errors';
import { MAX_FAULTS } from '../../fields/parse-context';
import { MAX_PROVISIONAL_ID } from '../../fields/ref';
import type { Source, SourceRecord } from '../../import/record';
import type { Resource } from '../../resource/resource';
import type { Removal } from '../../store/history/removals';
import type {
  Change,
  Counts,
  EditKind,
  Identified,
  PlanEdit,
  PlanFault,
  PlanWarning,
  RecordPosition,
  Summary,
} from '../types';
import type { Decisions } from './decisions';
import type { FurtherChanges, OtherSide } from './other-sides';
import type { Sides } from './sides';

/** Records of a source that are read and compared with one statement each. */
export interface Chunk {
  source: Source;
  records: SourceRecord[];
}

/** What planning remembers of a record, or of a child in one, that the input contains. */
export interface InputRecord {
  source: Source;
  record: number;
  isStored: boolean;
  /** Values that references to the record imply: the topic of a direction. */
  implied: Readonly<Record<string, Json>>;
}

/** A stored child that its parent in the input omits. */
export interface OmittedChild {
  source: Source;
  sourceRecord: SourceRecord;
  /** The parent's field. */
  field: string;
  /** The parent's public id. */
  parent: number;
}

/** The intermediate results of planning. */
export interface PlanState {
  /** Records and children of the input, by kind and public id; new ones have a provisional id, a negative number. */
  inputRecords: Map<string, Map<number, InputRecord>>;
  /** The public ids of each source's records in their order; undefined for a faulty record. */
  publicIds: Map<Source, (number | undefined)[]>;
  /** Provisional ids by what they stand for: `tag 勞動`. */
  provisionalIds: Map<string, number>;
  /** The stored records that match what the input says of deleted ones, by `kind id` of these: people may have created them again. */
  createdAgain: Map<string, number>;
  /** New tags by provisional id that no change has needed yet. */
  named: Map<number, Change>;
  /** Children that the plan deletes: omitted by their parents and not moved to others, by kind and public id. */
  omittedChildren: Map<string, Map<number, OmittedChild>>;
  /** Children of the input that kept lists of their parents lack, by kind and public id: the parent that each keeps; null if it will not exist. */
  leftOut: Map<string, Map<number, number | null>>;
  /** What the input says of lists that two resources share, by `kind.field` and public id. */
  sides: Map<string, Sides>;
  /** What such lists gain and lose of which the input says nothing, by `kind.field` and public id. */
  otherSides: Map<string, Map<number, OtherSide>>;
  /** Records of the input that change and whose children others may take; by kind. */
  changed: Map<string, Set<number>>;
  /** Changes that follow from others, and those that may be joined by such. */
  further: FurtherChanges;
  /** Children that come from another parent, by kind and public id: the field that names it. */
  moved: Map<string, Map<number, string>>;
  /** Stored records that the source of the import no longer has, with what is deleted with them, by kind and public id: the source that lacks them. */
  gone: Map<string, Map<number, Source>>;
  counts: Map<Resource, Counts>;
  faults: PlanFault[];
  faultCount: number;
  warnings: PlanWarning[];
  warningCount: number;
  /** The first edits of each kind. */
  edits: PlanEdit[];
  /** Edits that are not written yet. */
  newEdits: PlanEdit[];
  editCounts: Partial<Record<EditKind, number>>;
  noteCount: number;
  adoptedCount: number;
  /** The name of the source of the import. */
  sourceName?: string;
  /** The first stored records that get an identifier at the source. */
  identified: Identified[];
  identifiedCount: number;
  /** How many records of one resource would have to be allowed to go, if fewer are. */
  neededLimit?: number;
  /** What the comparison has cleared: `rs_bills 5 (sponsors)`, by the kind and the public id of what will be gone. */
  cleared: Map<string, Map<number, string[]>>;
  /** Records that people have deleted and that stay so, by kind and public id; those that are not in the input once it refers to them. */
  deleted: Map<string, Map<number, Removal>>;
  /** Records of the input that people have deleted and that return. */
  returning: Map<string, Map<number, Removal>>;
  /** Those that have been added to the plan: `act 12`. */
  saidDeleted: Set<string>;
  /** Whether people have deleted any records. */
  hasRemovals: boolean;
  /** Whether records of the input that people have deleted return. */
  restoresDeleted: boolean;
  /** The changes that deleted those that return: what they cleared elsewhere returns, too. */
  reverted: Set<number>;
  /** Whether the file wins where people have changed a field as well. */
  takesFile: boolean;
  /** Whether warnings are faults. */
  isStrict: boolean;
  /** What is decided of single edits, whatever these two say. */
  decisions: Decisions;
  usedDecisions: Set<string>;
  ignored: Map<string, number>;
  withoutKey: number;
  lastProvisionalId: number;
}

/** How many faults, and how many warnings, a summary lists. */
const MAX_LISTED = MAX_FAULTS;

/** The state before the first record. */
export const newState = (
  {
    takesFile,
    restoresDeleted,
    isStrict = false,
    decisions = new Map(),
    sourceName,
  }: Pick<PlanState, 'takesFile' | 'restoresDeleted' | 'sourceName'> & { isStrict?: boolean; decisions?: Decisions } = {
    takesFile: false,
    restoresDeleted: false,
  },
): PlanState => ({
  takesFile,
  restoresDeleted,
  isStrict,
  decisions,
  usedDecisions: new Set(),
  ...(sourceName === undefined ? {} : { sourceName }),
  reverted: new Set(),
  inputRecords: new Map(),
  publicIds: new Map(),
  provisionalIds: new Map(),
  createdAgain: new Map(),
  named: new Map(),
  omittedChildren: new Map(),
  leftOut: new Map(),
  sides: new Map(),
  otherSides: new Map(),
  changed: new Map(),
  further: new Map(),
  moved: new Map(),
  gone: new Map(),
  cleared: new Map(),
  counts: new Map(),
  faults: [],
  faultCount: 0,
  warnings: [],
  warningCount: 0,
  edits: [],
  newEdits: [],
  editCounts: {},
  noteCount: 0,
  adoptedCount: 0,
  identified: [],
  identifiedCount: 0,
  deleted: new Map(),
  returning: new Map(),
  saidDeleted: new Set(),
  hasRemovals: false,
  ignored: new Map(),
  withoutKey: 0,
  lastProvisionalId: MAX_PROVISIONAL_ID,
});

/** Takes the next provisional id. */
export function nextProvisionalId(state: PlanState): number {
  state.lastProvisionalId -= 1;
  return state.lastProvisionalId;
}

/** The position of a record in its source. */
export const placeOf = ({ label }: Source, { record, line }: SourceRecord): RecordPosition => ({
  file: label,
  record,
  ...(line === undefined ? {} : { line }),
});

/** Adds the faults of a record, each with the wrong value, and counts its unknown fields. */
export function addFindings(
  state: PlanState,
  source: Source,
  sourceRecord: SourceRecord,
  { faults, ignored }: { faults: Fault[]; ignored: string[] },
): void {
  state.faultCount += faults.length;
  for (const fault of faults.slice(0, MAX_LISTED - state.faults.length)) {
    const value = valueAt(sourceRecord.value, fault.path);
    const shown = value === undefined ? {} : { value: shorten(value) };
    state.faults.push({ ...placeOf(source, sourceRecord), ...fault, ...shown });
  }
  for (const path of new Set(ignored.map((name) => name.replaceAll(/\[\d+\]/g, '[]')))) {
    const key = `${source.label}: ${path}`;
    state.ignored.set(key, (state.ignored.get(key) ?? 0) + 1);
  }
}

/** Adds a fault that concerns no single record. */
export function addFault(state: PlanState, place: RecordPosition, fault: Fault & Pick<PlanFault, 'details'>): void {
  state.faultCount += 1;
  if (state.faults.length < MAX_LISTED) state.faults.push({ ...place, ...fault });
}

/** Adds a warning, or with `isFault` (strict planning, by default) the same as a fault. */
export function addWarning(
  state: PlanState,
  place: RecordPosition,
  warning: Warning,
  isFault: boolean = state.isStrict,
): void {
  const { resource, number, code, path, message } = warning;
  if (isFault) {
    state.faultCount += 1;
    if (state.faults.length < MAX_LISTED) state.faults.push({ ...place, path, code, message });
    return;
  }
  state.warningCount += 1;
  if (state.warnings.length < MAX_LISTED) state.warnings.push({ ...place, resource, number, code, path, message });
}

/** Adds what people have done. */
export function addEdit(state: PlanState, edit: PlanEdit): void {
  const count = (state.editCounts[edit.kind] ?? 0) + 1;
  state.editCounts[edit.kind] = count;
  if (count <= MAX_LISTED) state.edits.push(edit);
  state.newEdits.push(edit);
}

/** Returns the edits that have been added since the last call. */
export const takeEdits = (state: PlanState): PlanEdit[] => state.newEdits.splice(0);

/** Adds a stored record that gets an identifier at the source. */
export function addIdentified(state: PlanState, identified: Identified): void {
  state.identifiedCount += 1;
  if (state.identified.length < MAX_LISTED) state.identified.push(identified);
}

/** The counts of a resource, to be increased. */
export const countsOf = (state: PlanState, resource: Resource): Counts =>
  entryOf(state.counts, resource, () => ({ created: 0, changed: 0, removed: 0, unchanged: 0 }));

/** The summary of all that has been planned. */
export const summaryOf = (state: PlanState): Summary => ({
  counts: Object.fromEntries([...state.counts].map(([resource, counts]) => [resource.name, counts])),
  faults: state.faults,
  faultCount: state.faultCount,
  warnings: state.warnings,
  warningCount: state.warningCount,
  edits: state.edits,
  editCounts: state.editCounts,
  noteCount: state.noteCount,
  adoptedCount: state.adoptedCount,
  ...(state.sourceName === undefined ? {} : { sourceName: state.sourceName }),
  identified: state.identified,
  identifiedCount: state.identifiedCount,
  ...(state.neededLimit === undefined ? {} : { neededLimit: state.neededLimit }),
  ignored: Object.fromEntries(state.ignored),
  withoutKey: state.withoutKey,
});

/** The value at a path such as `act_features[0].content`, or undefined. */
function valueAt(value: unknown, path: string): unknown {
  let at = value;
  for (const step of path.match(/[^.[\]]+/g) ?? []) at = (at as Record<string, unknown> | null | undefined)?.[step];
  return path === '' ? undefined : at;
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
