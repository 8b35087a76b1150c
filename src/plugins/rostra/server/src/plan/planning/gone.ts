import { entryOf, slicesOf } from '../../../../../../common/maps';
import type { Source } from '../../import/record';
import { resourceByKind } from '../../resource/registry';
import type { Run } from '../../store/database';
import { storedAt } from '../../store/external-ids/external-ids';
import { hashesOf } from '../../store/history/past';
import type { Change, RecordPosition, StayReason } from '../types';
import { decisionOn } from './decisions';
import { type Dependent, dependentsOf, reasonsOfDependents } from './dependents';
import { reasonsToStay } from './reasons-to-stay';
import { addEdit, addFault, countsOf, type PlanState } from './state';

/** How many records one statement reads. */
const CHUNK = 500;

/** How many records of a resource an import removes without being told to: at most this number, and this share of those that the source knows. */
const UNCONFIRMED = { records: 20, share: 0.05 };

/** How many records of this number may go without confirmation: one always. */
export const unconfirmedOf = (known: number): number =>
  Math.min(UNCONFIRMED.records, Math.max(1, Math.floor(known * UNCONFIRMED.share)));

/** What an import removes that its source no longer has. */
export interface SyncOptions {
  /** How many records of each resource may go, with what is deleted with them; by default few. */
  limit?: number;
  /** Whether those go as well for which there is a reason to stay. */
  all?: boolean;
}

interface Context {
  run: Run;
  /** Called after each chunk of records: edits may have been added to the state. */
  flush(): Promise<void>;
}

/**
 * Finds the stored records that the source of the import knows and that the input does not have: they are to be removed, with their
 * dependents. What is not only the work of imports from this source stays, unless all is to go. More than `limit` are a fault. Comes
 * before the comparison, which must know what will be gone, and after it is known which children keep their parents.
 */
export async function findGone(
  state: PlanState,
  sources: Source[],
  options: SyncOptions,
  context: Context,
): Promise<void> {
  for (const source of firstOfEach(sources)) {
    const { name, kind } = source.resource;
    const known = await storedAt({ resource: name, sourceName: sourceNameOf(state) }, context.run);
    const missing = known.filter(
      (publicId) => !state.inputRecords.get(kind)?.has(publicId) && !state.gone.get(kind)?.has(publicId),
    );
    const { own, dependents } = await removable(state, source, missing, { ...options, ...context });
    const { limit = unconfirmedOf(known.length) } = options;
    if (own.length + dependents.length > limit) {
      addTooMany(state, source, { known: known.length, own: own.length, dependents: dependents.length, limit });
      continue;
    }
    for (const each of own) addGone(state, source, kind, each);
    for (const each of dependents) addGone(state, source, each.kind, each.publicId);
  }
}

/** The changes that remove what is gone. */
export async function* removalsOf(state: PlanState, run: Run): AsyncIterable<Change> {
  for (const [kind, gone] of state.gone) {
    const resource = resourceByKind(kind);
    countsOf(state, resource).removed += gone.size;
    for (const some of slicesOf([...gone], CHUNK)) {
      const publicIds = some.map(([publicId]) => publicId);
      const hashes = await hashesOf(resource.name, publicIds, run);
      for (const [number, source] of some) {
        const before = hashes.get(number) ?? '';
        yield { resource: resource.name, number, action: 'remove', ...placeOf(source), before, from: {}, to: {} };
      }
    }
  }
}

/** The place of what concerns a whole file. */
const placeOf = ({ label }: Source): RecordPosition => ({ file: label, record: 0 });

const sourceNameOf = ({ sourceName = '' }: PlanState): string => sourceName;

/** The first source of each resource. */
const firstOfEach = (sources: Source[]): Source[] =>
  sources.filter(({ resource }, index) => sources.findIndex((each) => each.resource === resource) === index);

/** Of some records those that go, with what is deleted with them: the others have a reason to stay, which the plan names. */
async function removable(
  state: PlanState,
  source: Source,
  publicIds: number[],
  { all = false, run, flush }: SyncOptions & Context,
): Promise<{ own: number[]; dependents: Dependent[] }> {
  const { resource } = source;
  const own: number[] = [];
  const dependents = new Map<string, Dependent>();
  for (const some of slicesOf(publicIds, CHUNK)) {
    const ownReasons = await reasonsToStay(resource, some, sourceNameOf(state), run);
    const without = settle(state, source, { publicIds: some, reasons: ownReasons, all });
    const found = await dependentsOf(state, resource, without, run);
    const reasons = await reasonsOfDependents(found, sourceNameOf(state), run);
    for (const publicId of ownReasons.keys()) reasons.delete(publicId);
    const going = new Set(settle(state, source, { publicIds: without, reasons, all }));
    own.push(...going);
    for (const each of found)
      if ([...each.roots].some((root) => going.has(root))) dependents.set(`${each.kind} ${each.publicId}`, each);
    await flush();
  }
  for (const publicId of own) dependents.delete(`${resource.kind} ${publicId}`);
  return { own, dependents: [...dependents.values()] };
}

/** Adds to the plan which records would stay; returns those that go: what is decided of single ones counts before `all`. */
function settle(
  state: PlanState,
  source: Source,
  { publicIds, reasons, all }: { publicIds: number[]; reasons: Map<number, StayReason>; all: boolean },
): number[] {
  const { name: resource } = source.resource;
  const decisions = new Map(publicIds.map((publicId) => [publicId, decisionOn(state, { resource, publicId })]));
  const goes = (publicId: number) => decisions.get(publicId) ?? (all || !reasons.has(publicId));
  for (const [number, { by, ...stay }] of reasons) {
    const record = { ...placeOf(source), resource, number, path: '' };
    addEdit(state, { ...record, kind: 'gone', isTaken: goes(number), stay, ...(by && { by }) });
  }
  return publicIds.filter(goes);
}

/** Notes that a record will be gone. Faults: a child that another record was to take, whose list stays as people have left it. */
function addGone(state: PlanState, source: Source, kind: string, publicId: number): void {
  entryOf(state.gone, kind, () => new Map<number, Source>()).set(publicId, source);
  if (!state.leftOut.get(kind)?.has(publicId)) return;
  const message = `${resourceByKind(kind).name} ${publicId} would be deleted with one of ${source.resource.name} that ${sourceNameOf(state)} no longer has: the list that it was to move to stays as people have left it`;
  addFault(state, placeOf(source), { path: '', code: 'INVALID_VALUE', message });
}

function addTooMany(
  state: PlanState,
  source: Source,
  { known, own, dependents, limit }: { known: number; own: number; dependents: number; limit: number },
): void {
  const count = own + dependents;
  const others = dependents > 0 ? `, and ${dependents} records belong to them` : '';
  const message = `${own} of ${known} ${source.resource.name} that ${sourceNameOf(state)} knew are missing${others}; at most ${limit} would be removed: is ${source.label} complete? --sync-limit ${count} removes them`;
  addFault(state, placeOf(source), { path: '', code: 'TOO_MANY', message });
  state.neededLimit = Math.max(state.neededLimit ?? 0, count);
}
