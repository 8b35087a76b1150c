import { type JsonObject, rowsIn } from '../../../../../common/json';
import { entryOf } from '../../../../../common/maps';
import { type Findings, input } from '../fields/input';
import type { Source, SourceRecord } from '../import/record';
import { referencesOf } from '../operations/write';
import { resource } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { countsOf, note, type PlanState } from './state';

/** A record of the input beside what is stored of it. */
interface Parent {
  each: SourceRecord;
  number: number;
  stored: JsonObject;
  record: JsonObject;
  changed: string[];
}

/**
 * Counts the children that a record makes, and those that it leaves out. One that it leaves out goes, unless another record
 * takes it; it cannot come in a file of its own at the same time.
 */
export function noteChildren(
  state: PlanState,
  source: Source,
  { each, number: parent, stored, record, changed }: Parent,
): void {
  for (const name of changed) {
    const { children } = source.of.fields[name] ?? {};
    if (!children) continue;
    const { kind } = children;
    const counts = countsOf(state, resource(kind));
    const brought = state.brought.get(kind);
    for (const { id } of rowsIn(record, name)) {
      const known = brought?.get(id as number);
      if (id === null || (known && !known.isStored && known.source.of.kind !== kind)) counts.created += 1;
    }
    const kept = new Set(rowsIn(record, name).map(({ id }) => id));
    for (const { id } of rowsIn(stored, name)) {
      if (kept.has(id ?? null)) continue;
      const number = id as number;
      const known = brought?.get(number);
      const taker = known?.implied[children.parent];
      if (known && taker !== undefined && taker !== parent) continue;
      if (known) {
        const { findings, fault } = input(name);
        const place = `${known.source.label}, record ${known.record}`;
        fault('INVALID_VALUE', `${number} is left out here and stands in ${place}`);
        note(state, source, each, findings);
        continue;
      }
      counts.removed += 1;
      entryOf(state.leftOut, kind, () => new Map()).set(number, { source, each, name, parent });
    }
  }
}

/** Notes the references of a record to children that go. */
export function noteGone(state: PlanState, of: Resource, record: JsonObject, findings: Findings): void {
  if (state.leftOut.size === 0) return;
  for (const { kind, number, path } of referencesOf(of, record, Object.keys(record))) {
    const gone = state.leftOut.get(kind)?.get(number ?? 0);
    if (!gone) continue;
    const place = `${gone.source.label}, record ${gone.each.record}`;
    const message = `${resource(kind).name} ${number} goes: ${place}, ${gone.name} leaves it out`;
    findings.faults.push({ path, code: 'INVALID_VALUE', message });
  }
}
