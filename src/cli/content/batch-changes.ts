import type { RecordChange } from '../../plugins/newsroom/features/history/server/compared';
import { findResource } from '../../plugins/rostra/server/src/resource/registry';
import type { BatchKind } from '../../plugins/rostra/server/src/store/batches/batches';
import { run } from '../../plugins/rostra/server/src/store/database';
import { type RevisionOfChange, revisionsIn } from '../../plugins/rostra/server/src/store/history/change-details';
import { recordsOfChanges } from '../../plugins/rostra/server/src/store/history/past';
import { deletedBefore } from '../../plugins/rostra/server/src/store/history/removals';
import { valuesOf } from '../../plugins/rostra/server/src/store/history/revisions';
import { statesAt } from '../../plugins/rostra/server/src/store/history/states';

/** What a batch did to one record. */
export interface BatchChange extends RecordChange {
  /** No file says what an undo brings back. */
  file?: '';
  /** Whether a record that it created had been deleted before. */
  wasDeleted?: true;
  /** The fields whose values were erased, or are too old to be kept. */
  erased?: string[];
}

/** Reads what the change of a batch did to its records, some hundred at a time. */
export async function* changesOfBatch(change: number, kind: BatchKind): AsyncIterable<BatchChange[]> {
  for await (const { resource, publicIds } of recordsOfChanges([change], run)) {
    // A resource that this version does not have.
    if (!findResource(resource)) continue;
    const revisions = await revisionsIn(change, resource, publicIds, run);
    const created = revisions.filter(({ action }) => action === 'create').map(({ publicId }) => publicId);
    const states =
      created.length > 0
        ? await statesAt(resource, created, { after: change }, run)
        : new Map<number, RecordChange['to'] | null>();
    const deleted = await deletedBefore(resource, created, change, run);
    yield revisions.map((revision): BatchChange => {
      const { publicId, action } = revision;
      return {
        ...{ resource, number: publicId, action, moment: { before: change } },
        ...(kind !== 'import' && { file: '' as const }),
        ...(action === 'create' && deleted.has(publicId) && { wasDeleted: true as const }),
        ...fieldsOf(revision, states.get(publicId) ?? {}),
      };
    });
  }
}

function fieldsOf(
  { action, fields }: RevisionOfChange,
  state: RecordChange['to'],
): Pick<BatchChange, 'from' | 'to' | 'erased'> {
  if (action === 'create') return { from: {}, to: state };
  if (action === 'remove') return { from: fields ?? {}, to: {} };
  const { from, to, erased } = valuesOf(fields);
  return { from, to, ...(erased.length > 0 && { erased }) };
}
