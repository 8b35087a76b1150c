import { entryOf, slicesOf } from '../../../../../../common/maps';
import type { Source } from '../../import/record';
import { resourceByKind } from '../../resource/registry';
import type { Run } from '../../store/database';
import { externalIdsOf } from '../../store/external-ids/external-ids';
import { hashesOf } from '../../store/history/past';
import type { Change, RecordPosition } from '../types';
import type { Dependent } from './dependents';
import { type Going, goingOf } from './going';
import { keepRequired } from './required';
import { addEdit, addFault, countsOf, type PlanState } from './state';
import { addTooMany, isWithin } from './sync-limit';

/** How many records one statement reads. */
const CHUNK = 500;

/** How many of the records that are too many a fault names. */
const EXAMPLES = 10;

/** What an import removes that its source no longer has. */
export interface SyncOptions {
  /** How many records of each resource may go, with what is deleted with them; by default few. */
  limit?: number;
  /** Whether those go as well for which there is a reason to stay. */
  all?: boolean;
}

interface Context {
  run: Run;
  /** Called after some records: edits may have been added to the state. */
  flush(): Promise<void>;
}

/**
 * Finds the stored records that the source of the import knows and that the input does not have: they are to be removed, with their
 * dependents. What is not only the work of imports from this source stays, unless all is to go, and what others require stays always. More
 * than `limit` are a fault. Comes before the comparison, which must know what will be gone, and after it is known which children keep
 * their parents.
 */
export async function findGone(
  state: PlanState,
  sources: Source[],
  { limit, all = false }: SyncOptions,
  { run, flush }: Context,
): Promise<void> {
  const found: Going[] = [];
  for (const source of firstOfEach(sources)) found.push(await goingOf(state, source, all, run));
  await keepRequired(state, found, run);
  const isOwn = ({ kind, publicId }: Dependent) =>
    found.some(({ source, own }) => source.resource.kind === kind && own.has(publicId));
  for (const going of found) {
    const { source, known, own } = going;
    await addStaying(state, going, flush);
    const dependents = [...going.dependents.values()].filter((each) => !isOwn(each));
    const extent = { known, own: own.size, dependents: dependents.length };
    if (!isWithin(extent, limit)) {
      addTooMany(state, source, { ...extent, limit, examples: await firstOf(state, going, run) });
      continue;
    }
    for (const each of own) addGone(state, source, source.resource.kind, each);
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

/** The identifiers at the source of the first records that go. */
async function firstOf({ sourceName = '' }: PlanState, { source, own }: Going, run: Run): Promise<string[]> {
  const publicIds = [...own].slice(0, EXAMPLES);
  const externalIds = await externalIdsOf({ resource: source.resource.name, sourceName }, publicIds, run);
  return publicIds.flatMap((publicId) => externalIds.get(publicId) ?? []);
}

/** The place of what concerns a whole file. */
const placeOf = ({ label }: Source): RecordPosition => ({ file: label, record: 0 });

/** The first source of each resource. */
const firstOfEach = (sources: Source[]): Source[] =>
  sources.filter(({ resource }, index) => sources.findIndex((each) => each.resource === resource) === index);

/** Adds to the plan which records stay, or go all the same, and why. */
async function addStaying(state: PlanState, { source, own, reasons }: Going, flush: Context['flush']): Promise<void> {
  const { name: resource } = source.resource;
  const sorted = [...reasons].sort(([a], [b]) => a - b);
  for (const some of slicesOf(sorted, CHUNK)) {
    for (const [number, { by, ...stay }] of some) {
      const record = { ...placeOf(source), resource, number, path: '' };
      addEdit(state, { ...record, kind: 'gone', isTaken: own.has(number), stay, ...(by && { by }) });
    }
    await flush();
  }
}

/** Notes that a record will be gone. Faults: a child that another record was to take, whose list stays as people have left it. */
function addGone(state: PlanState, source: Source, kind: string, publicId: number): void {
  entryOf(state.gone, kind, () => new Map<number, Source>()).set(publicId, source);
  if (!state.leftOut.get(kind)?.has(publicId)) return;
  const message = `${resourceByKind(kind).name} ${publicId} would be deleted with one of ${source.resource.name} that ${state.sourceName} no longer has: the list that it was to move to stays as people have left it`;
  addFault(state, placeOf(source), { path: '', code: 'INVALID_VALUE', message });
}
