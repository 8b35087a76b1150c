import type { RecordPosition } from '../../../../../../common/findings';
import { entryOf, groupBy, slicesOf } from '../../../../../../common/maps';
import type { Reference } from '../../fields/parse-context';
import { resourceByKind } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { hasRemovals, type Removal, removalsByPeople } from '../../store/history/edits';
import { addEdit, type PlanState } from './state';

/** How many ids one statement looks up. */
const LOOKUP = 10_000;

/** Notes which records of the input people have deleted. Children come and go with the lists of their parents. */
export async function markDeleted(state: PlanState, run: Run): Promise<void> {
  state.hasRemovals = await hasRemovals(run);
  if (!state.hasRemovals) return;
  for (const [kind, inputRecords] of state.inputRecords) {
    const missing = [...inputRecords].filter(
      ([publicId, { isStored, source }]) => publicId >= 0 && !isStored && source.resource.kind === kind,
    );
    for (const some of slicesOf(missing, LOOKUP)) {
      const publicIds = some.map(([publicId]) => publicId);
      for (const removal of await removalsByPeople(resourceByKind(kind).name, publicIds, run)) {
        const found = state.restoresDeleted ? state.returning : state.deleted;
        entryOf(found, kind, () => new Map()).set(removal.publicId, removal);
        if (state.restoresDeleted) state.reverted.push(removal.by.change);
        else inputRecords.delete(removal.publicId);
      }
    }
  }
}

/** Notes which records that the input refers to, but does not have, people have deleted. */
export async function findDeleted(state: PlanState, references: Reference[], run: Run): Promise<void> {
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
}
