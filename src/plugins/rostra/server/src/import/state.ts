import type { Fault } from '../errors/errors';
import type { Findings } from '../fields/input';
import type { Resource } from '../resource/resource';
import type { Source, SourceRecord } from './source';

/** A fault in the input of an import: where it stands, and what is wrong. */
export interface ImportFault extends Fault {
  file: string;
  record: number;
  line?: number;
}

/** What became of the records of a resource. */
interface Counts {
  created: number;
  changed: number;
  unchanged: number;
}

/** Some records of a source, dealt with together. */
export interface Batch {
  source: Source;
  records: SourceRecord[];
}

/** A child that a record leaves out. */
interface LeftOut {
  batch: Batch;
  each: SourceRecord;
  name: string;
  kind: string;
  number: number;
  /** The identifier of the parent that had it. */
  parent: number;
}

/** What is known in the course of an import. */
export interface ImportState {
  faults: ImportFault[];
  counts: Map<Resource, Counts>;
  /** Fields that a resource does not know, with the number of records that have them: `rs_bills.json: colour` → 12. */
  ignored: Map<string, number>;
  /** Records without `id`: they are new at every run. */
  withoutId: number;
  /** Identifiers that the files bring, by kind, and the place of each: none comes twice. */
  brought: Map<string, Map<number, string>>;
  /** The same of records that stand in others: the directions of a topic. */
  children: Map<string, Map<number, string>>;
  /** The identifiers of the records of each source, in their order: null for one without, undefined for one at fault. */
  numbers: Map<Source, (number | null | undefined)[]>;
  /** Children that their parents no longer name. */
  leftOut: LeftOut[];
  /** Identifiers of records made by this import, by resource. */
  created: Map<Resource, Set<number>>;
}

/** The state before anything was read. */
export const newState = (): ImportState => ({
  faults: [],
  counts: new Map(),
  ignored: new Map(),
  withoutId: 0,
  brought: new Map(),
  children: new Map(),
  numbers: new Map(),
  leftOut: [],
  created: new Map(),
});

/** Notes the faults and the unknown fields of one record. */
export function note(
  state: ImportState,
  { source }: Batch,
  { record, line }: SourceRecord,
  { faults, ignored }: Pick<Findings, 'faults' | 'ignored'>,
): void {
  for (const fault of faults) state.faults.push({ file: source.label, record, ...(line ? { line } : {}), ...fault });
  for (const path of new Set(ignored.map((each) => each.replaceAll(/\[\d+\]/g, '[]')))) {
    const key = `${source.label}: ${path}`;
    state.ignored.set(key, (state.ignored.get(key) ?? 0) + 1);
  }
}
