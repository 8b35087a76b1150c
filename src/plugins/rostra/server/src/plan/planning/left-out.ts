import { entryOf } from '../../../../../../common/maps';
import type { Children } from '../../fields/children';
import { canonicalRecord } from '../../operations/record';
import { resourceByKind } from '../../resource/registry';
import type { Run } from '../../store/database';
import { readStoredRecords } from '../../store/read-many';
import type { PlanState } from './state';

/**
 * Leaves out children of the input whose parent does not take them: stored ones stay with their present parent, others are not created. One
 * statement.
 */
export async function leaveOut(
  state: PlanState,
  { kind, parent }: Pick<Children, 'kind' | 'parent'>,
  publicIds: number[],
  run: Run,
): Promise<void> {
  if (publicIds.length === 0) return;
  const child = resourceByKind(kind);
  const leftOut = entryOf(state.leftOut, kind, () => new Map());
  for (const publicId of publicIds) {
    leftOut.set(publicId, null);
    state.inputRecords.get(kind)?.delete(publicId);
  }
  for (const { publicId, text } of await readStoredRecords(child, publicIds, run))
    leftOut.set(publicId, (canonicalRecord(child, text).record[parent] ?? null) as number | null);
}
