import type { Place, Warning } from '../../../../../common/findings';
import type { Json } from '../../../../../common/json';
import { entryOf } from '../../../../../common/maps';
import type { Fault } from '../errors/errors';
import { MOST_FAULTS } from '../fields/input';
import { HIGHEST_PROVISIONAL } from '../fields/ref';
import type { Source, SourceRecord } from '../import/record';
import type { Resource } from '../resource/resource';
import type { Counts, PlanFault, PlanWarning, Summary } from './plan';

/** Records of a source, dealt with together. */
export interface Batch {
  source: Source;
  records: SourceRecord[];
}

/** A record that the input brings. */
export interface Brought {
  source: Source;
  record: number;
  isStored: boolean;
  /** What references elsewhere repeat of it: the topic of a direction. */
  implied: Record<string, Json>;
}

/** A child that goes: the record that leaves it out, and the field. */
interface LeftOut {
  source: Source;
  each: SourceRecord;
  name: string;
  parent: number;
}

/** What is known in the course of making a plan. */
export interface PlanState {
  /** Records and children that the input brings, by kind and identifier; provisional ones are negative. */
  brought: Map<string, Map<number, Brought>>;
  /** The identifiers of each source's records, in their order; undefined for one at fault. */
  numbers: Map<Source, (number | undefined)[]>;
  /** Provisional identifiers of records that are made because something names them: `tag 勞動`. */
  made: Map<string, number>;
  /** Children that their parents no longer name and that go to no other one, by kind and identifier. */
  leftOut: Map<string, Map<number, LeftOut>>;
  counts: Map<Resource, Counts>;
  faults: PlanFault[];
  faultCount: number;
  warnings: PlanWarning[];
  warningCount: number;
  ignored: Map<string, number>;
  withoutKey: number;
  lastProvisional: number;
}

/** How many faults, and warnings, a summary names. */
const NAMED = MOST_FAULTS;

/** The state before anything was read. */
export const newState = (): PlanState => ({
  brought: new Map(),
  numbers: new Map(),
  made: new Map(),
  leftOut: new Map(),
  counts: new Map(),
  faults: [],
  faultCount: 0,
  warnings: [],
  warningCount: 0,
  ignored: new Map(),
  withoutKey: 0,
  lastProvisional: HIGHEST_PROVISIONAL,
});

/** The next provisional identifier. */
export function provisional(state: PlanState): number {
  state.lastProvisional -= 1;
  return state.lastProvisional;
}

/** Where a record of a source stands. */
export const placeOf = ({ label }: Source, { record, line }: SourceRecord): Place => ({
  file: label,
  record,
  ...(line === undefined ? {} : { line }),
});

/** Notes faults of one record, each with the value that is wrong, and the fields that nobody knows. */
export function note(
  state: PlanState,
  source: Source,
  each: SourceRecord,
  { faults, ignored }: { faults: Fault[]; ignored: string[] },
): void {
  state.faultCount += faults.length;
  for (const fault of faults.slice(0, NAMED - state.faults.length)) {
    const value = valueAt(each.value, fault.path);
    state.faults.push({ ...placeOf(source, each), ...fault, ...(value === undefined ? {} : { value: shown(value) }) });
  }
  for (const path of new Set(ignored.map((name) => name.replaceAll(/\[\d+\]/g, '[]')))) {
    const key = `${source.label}: ${path}`;
    state.ignored.set(key, (state.ignored.get(key) ?? 0) + 1);
  }
}

/** Notes something odd; as a fault where the input is to have nothing odd. */
export function warn(state: PlanState, place: Place, warning: Warning, isFault: boolean): void {
  const { resource, number, code, path, message } = warning;
  if (isFault) {
    state.faultCount += 1;
    if (state.faults.length < NAMED) state.faults.push({ ...place, path, code, message });
    return;
  }
  state.warningCount += 1;
  if (state.warnings.length < NAMED) state.warnings.push({ ...place, resource, number, code, path, message });
}

/** The counts of a resource. */
export const countsOf = (state: PlanState, of: Resource): Counts =>
  entryOf(state.counts, of, () => ({ created: 0, changed: 0, removed: 0, unchanged: 0 }));

/** What the plan comes to so far. */
export const summaryOf = (state: PlanState): Summary => ({
  counts: Object.fromEntries([...state.counts].map(([of, counts]) => [of.name, counts])),
  faults: state.faults,
  faultCount: state.faultCount,
  warnings: state.warnings,
  warningCount: state.warningCount,
  ignored: Object.fromEntries(state.ignored),
  withoutKey: state.withoutKey,
});

/** The value at a path such as `act_features[0].content`; undefined where there is none. */
function valueAt(value: unknown, path: string): unknown {
  let at = value;
  for (const step of path.match(/[^.[\]]+/g) ?? []) at = (at as Record<string, unknown> | null | undefined)?.[step];
  return path === '' ? undefined : at;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
