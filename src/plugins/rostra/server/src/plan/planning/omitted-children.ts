import { isEqual, type JsonObject, rowsIn } from '../../../../../../common/json';
import { entryOf, slicesOf } from '../../../../../../common/maps';
import { parseContext } from '../../fields/parse-context';
import type { Source, SourceRecord } from '../../import/record';
import { canonicalRecord } from '../../operations/record';
import { referencesOf } from '../../operations/write';
import { resourceByKind } from '../../resource/registry';
import type { Run } from '../../store/database';
import { readStoredRecords } from '../../store/read-many';
import { countFurther } from './other-sides';
import { addFindings, countsOf, type PlanState } from './state';

/** A parent of the input, compared with the stored one. */
interface Parent {
  sourceRecord: SourceRecord;
  publicId: number;
  stored: JsonObject;
  record: JsonObject;
  changed: string[];
}

/**
 * Counts the children that a parent creates, changes and omits; of those that it takes from others, notes that. An omitted child is deleted unless another parent of
 * the input takes it. Faults: an omitted child that the input contains as a record of its own.
 */
export function countChildren(
  state: PlanState,
  source: Source,
  { sourceRecord, publicId: parent, stored, record, changed }: Parent,
): void {
  for (const field of changed) {
    const { children } = source.resource.fields[field] ?? {};
    if (!children) continue;
    const { kind } = children;
    const counts = countsOf(state, resourceByKind(kind));
    const inputRecords = state.inputRecords.get(kind);
    const former = new Map(rowsIn(stored, field).map((row) => [row.id, row]));
    for (const row of rowsIn(record, field)) {
      const known = inputRecords?.get(row.id as number);
      // The input may have it as a record of its own, which is counted itself.
      if (known?.source.resource.kind === kind) continue;
      const before = former.get(row.id);
      if (row.id === null || (known && !known.isStored)) counts.created += 1;
      else if (before) counts.changed += isEqual(row, before) ? 0 : 1;
      else entryOf(state.moved, kind, () => new Map()).set(row.id as number, children.parent);
    }
    const remaining = new Set(rowsIn(record, field).map(({ id }) => id));
    for (const { id } of rowsIn(stored, field)) {
      if (remaining.has(id ?? null)) continue;
      const publicId = id as number;
      const known = inputRecords?.get(publicId);
      const newParent = known?.implied[children.parent];
      if (known && newParent !== undefined && newParent !== parent) continue;
      if (known) {
        const { findings, fault } = parseContext(field);
        const place = `${known.source.label}, record ${known.record}`;
        fault('INVALID_VALUE', `${publicId} is omitted here, but is in ${place}`);
        addFindings(state, source, sourceRecord, findings);
        continue;
      }
      // The child may be gone from the source itself, or with another record.
      if (state.gone.get(kind)?.has(publicId)) continue;
      counts.removed += 1;
      const omitted = { source, sourceRecord, field, parent };
      entryOf(state.omittedChildren, kind, () => new Map()).set(publicId, omitted);
    }
  }
}

/** How many records one statement reads. */
const CHUNK = 500;

/** Counts the children that parents take from others, and these parents. One statement for each chunk. */
export async function countMoved(state: PlanState, run: Run): Promise<void> {
  for (const [kind, moved] of state.moved) {
    const resource = resourceByKind(kind);
    const parents = new Set<string>();
    for (const some of slicesOf([...moved.keys()], CHUNK)) {
      for (const { publicId, text } of await readStoredRecords(resource, some, run)) {
        countsOf(state, resource).changed += 1;
        const name = moved.get(publicId) ?? '';
        for (const { kind: parentKind, publicId: parent = 0 } of referencesOf(
          resource,
          canonicalRecord(resource, text).record,
          [name],
        ))
          parents.add(`${parentKind} ${parent}`);
      }
    }
    for (const parent of parents) {
      const [parentKind = '', publicId] = parent.split(' ');
      countFurther(state, resourceByKind(parentKind), Number(publicId));
    }
  }
}
