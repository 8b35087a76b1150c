import { isObject, type Json } from '../../../../../../common/json';
import { entryOf } from '../../../../../../common/maps';
import { type ParseContext, parseContext } from '../../fields/parse-context';
import { parseReference } from '../../fields/ref';
import type { Source, SourceRecord } from '../../import/record';
import { impliedAttributes } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { InputRecord, PlanState } from './state';

/** What planning remembers of a record, or of one whose value is still to be known. */
export const inputRecordOf = (source: Source, { record }: SourceRecord, value: unknown): InputRecord => ({
  source,
  record,
  isStored: false,
  implied: impliedIn(source.resource, value),
});

/** Adds a record to those of the input. Faults: DUPLICATE, at `at`, for one whose public id another one has. */
export function addInputRecord(
  state: PlanState,
  kind: string,
  publicId: number,
  added: InputRecord,
  at: ParseContext,
): void {
  const known = entryOf(state.inputRecords, kind, () => new Map<number, InputRecord>());
  const first = known.get(publicId);
  if (!first) {
    known.set(publicId, added);
    return;
  }
  const place = `${first.source.label}, record ${first.record}`;
  at.fault('DUPLICATE', publicId < 0 ? `is the same as ${place}` : `${publicId} is already the identifier of ${place}`);
}

/** Adds the children in a record that have ids. Faults: DUPLICATE. */
export function addChildren(
  state: PlanState,
  source: Source,
  sourceRecord: SourceRecord,
  parent: number,
  at: ParseContext,
): void {
  if (!isObject(sourceRecord.value)) return;
  for (const [name, { children }] of Object.entries(source.resource.fields)) {
    const rows = sourceRecord.value[name];
    if (!children || !Array.isArray(rows)) continue;
    rows.forEach((row: unknown, index) => {
      const publicId = isObject(row) && row.id ? parseReference(row.id, parseContext()) : undefined;
      if (publicId === undefined) return;
      const child = { ...inputRecordOf(source, sourceRecord, {}), implied: { [children.parent]: parent } };
      addInputRecord(state, children.kind, publicId, child, at.child(name).child(index).child('id'));
    });
  }
}

/** An input that drops faults: another step reports them. */
export const silentInput = (): ParseContext => ({ ...parseContext(), fault: () => undefined });

/** One object for the hundreds of thousands of records that imply nothing. */
const NOTHING = Object.freeze({});

/** The values that references to a record imply, as far as the record contains them itself. */
function impliedIn(resource: Resource, value: unknown): Readonly<Record<string, Json>> {
  const names = impliedAttributes(resource.kind);
  if (names.length === 0 || !isObject(value)) return NOTHING;
  const implied: Record<string, Json> = {};
  for (const attribute of names) {
    const publicId = parseReference(value[attribute], silentInput());
    if (publicId !== undefined) implied[attribute] = publicId;
  }
  return implied;
}
