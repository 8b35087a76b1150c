import type { RecordPosition } from '../../../../../../common/findings';
import { pick } from '../../../../../../common/json';
import { entryOf, groupBy, slicesOf } from '../../../../../../common/maps';
import type { Reference } from '../../fields/parse-context';
import { EXTERNAL_ID } from '../../import/external-id';
import type { Source } from '../../import/record';
import { changedFields } from '../../operations/record';
import { referencesOf } from '../../operations/write';
import { resourceByKind } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { hasRemovals, type Removal, removalsByPeople } from '../../store/history/removals';
import { fieldOf, withoutReferences } from '../references';
import type { Comparison } from './comparison';
import { decisionOn } from './decisions';
import { joinHalves } from './join-halves';
import { leaveOut } from './left-out';
import { addEdit, addWarning, type InputRecord, type PlanState, placeOf } from './state';

/** How many ids one statement looks up. */
export const LOOKUP = 10_000;

/** Notes which records of the input people have deleted. Children come and go with the lists of their parents. */
export async function markDeleted(state: PlanState, run: Run): Promise<void> {
  state.hasRemovals = await hasRemovals(run);
  if (!state.hasRemovals) return;
  for (const [kind, inputRecords] of [...state.inputRecords]) {
    const missing = [...inputRecords].filter(
      ([publicId, { isStored, source }]) => publicId >= 0 && !isStored && source.resource.kind === kind,
    );
    for (const some of slicesOf(missing, LOOKUP)) {
      const publicIds = some.map(([publicId]) => publicId);
      for (const removal of await removalsByPeople(resourceByKind(kind).name, publicIds, run)) {
        const { publicId } = removal;
        const returns = decisionOn(state, { resource: resourceByKind(kind).name, publicId }) ?? state.restoresDeleted;
        entryOf(returns ? state.returning : state.deleted, kind, () => new Map()).set(publicId, removal);
        if (returns) state.reverted.add(removal.by.change);
        else await forget(state, kind, removal.publicId, run);
      }
    }
  }
}

/** Takes a record that stays deleted, and its children, out of what the input has. Stored children stay with their present parents. */
async function forget(state: PlanState, kind: string, publicId: number, run: Run): Promise<void> {
  const found = state.inputRecords.get(kind)?.get(publicId);
  state.inputRecords.get(kind)?.delete(publicId);
  for (const { children } of Object.values(resourceByKind(kind).fields)) {
    if (!children) continue;
    const isOfIt = ([, { source, record }]: [number, InputRecord]) =>
      source === found?.source && record === found.record;
    const some = [...(state.inputRecords.get(children.kind) ?? [])].filter(isOfIt);
    await leaveOut(
      state,
      children,
      some.map(([child]) => child),
      run,
    );
  }
}

/** Notes which records that the input refers to, but does not have, people have deleted. */
async function findDeleted(state: PlanState, references: Reference[], run: Run): Promise<void> {
  for (const [kind, some] of groupBy(references, (each) => each.kind)) {
    const { name } = resourceByKind(kind);
    const inputRecords = state.inputRecords.get(kind);
    const publicIds = some.flatMap(({ publicId = -1 }) =>
      publicId < 0 || inputRecords?.has(publicId) ? [] : publicId,
    );
    for (const part of slicesOf([...new Set(publicIds)], LOOKUP))
      for (const removal of await removalsByPeople(name, part, run))
        entryOf(state.deleted, kind, () => new Map()).set(removal.publicId, removal);
  }
}

interface Deleted {
  removal: Removal;
  /** Where the input has the record, or first refers to it. */
  place: RecordPosition;
  /** Whether the record returns. */
  isTaken: boolean;
}

/** Adds to the plan, once, that people have deleted a record. */
export function addDeleted(state: PlanState, { kind, name }: Resource, { removal, place, isTaken }: Deleted): void {
  const { publicId: number, by } = removal;
  const key = `${kind} ${number}`;
  if (state.saidDeleted.has(key)) return;
  state.saidDeleted.add(key);
  addEdit(state, { ...place, resource: name, number, kind: 'deleted', path: '', isTaken, by });
  const again = state.createdAgain.get(key);
  if (again === undefined) return;
  const message = `${isTaken ? 'returns' : 'stays deleted'}, but the file matches ${name} ${again}, too: if people have created it again, give its id with this ${EXTERNAL_ID}`;
  addWarning(state, place, { resource: name, number, code: 'CREATED_AGAIN', path: EXTERNAL_ID, message, records: 1 });
}

/**
 * Leaves out what refers to records that people have deleted, and to new children that kept lists lack. At most one statement for each
 * kind.
 */
export async function omitDeleted(
  state: PlanState,
  source: Source,
  comparisons: Comparison[],
  run: Run,
): Promise<Comparison[]> {
  if (!state.hasRemovals && state.leftOut.size === 0) return comparisons;
  const { resource } = source;
  const references = comparisons.map(({ record, changed }) => referencesOf(resource, record, changed));
  if (state.hasRemovals) await findDeleted(state, references.flat(), run);
  return comparisons.map((comparison, index) => {
    const { record, stored, changed, sourceRecord, publicId: number, before } = comparison;
    const gone = (references[index] ?? []).filter((each) => isDeleted(state, each) || isLeftOut(state, each));
    if (gone.length === 0) return comparison;
    const place = placeOf(source, sourceRecord);
    for (const { kind, publicId = -1 } of gone) {
      const removal = state.deleted.get(kind)?.get(publicId);
      if (removal) addDeleted(state, resourceByKind(kind), { removal, place, isTaken: false });
    }
    const kept = withoutReferences(resource, record, gone);
    const leftOut = gone.filter((each) => !isDeleted(state, each)).map(({ path }) => fieldOf(path));
    for (const path of new Set(leftOut)) {
      const values = { ...(before === null ? {} : { stored: stored[path] ?? null }), given: record[path] ?? null };
      const half = { kind: 'conflict' as const, path, isTaken: false, ...values };
      for (const edit of joinHalves(resource, record, [half]))
        addEdit(state, { ...place, resource: resource.name, number, ...edit });
    }
    return { ...comparison, record: kept, changed: changedFields(pick(kept, changed), stored) };
  });
}

const isDeleted = (state: PlanState, { kind, publicId = -1 }: Reference): boolean =>
  state.deleted.get(kind)?.has(publicId) ?? false;

/** Whether a reference leads to a child that will not exist, because its parent's list stays as people have left it. */
const isLeftOut = (state: PlanState, { kind, publicId = -1 }: Reference): boolean =>
  state.leftOut.get(kind)?.get(publicId) === null;
