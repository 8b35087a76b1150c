import { type JsonObject, rowsIn } from '../../../../../../common/json';
import { entryOf } from '../../../../../../common/maps';
import { parseContext } from '../../fields/parse-context';
import type { Source, SourceRecord } from '../../import/record';
import { resourceByKind } from '../../resource/registry';
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
 * Counts the children that a parent creates and those that it omits. An omitted child is deleted unless another parent of
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
    for (const { id } of rowsIn(record, field)) {
      const known = inputRecords?.get(id as number);
      if (id === null || (known && !known.isStored && known.source.resource.kind !== kind)) counts.created += 1;
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
