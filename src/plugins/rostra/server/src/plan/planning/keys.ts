import { isObject, type Json } from '../../../../../../common/json';
import { entryOf } from '../../../../../../common/maps';
import { type ParseContext, parseContext } from '../../fields/parse-context';
import { parseReference } from '../../fields/ref';
import type { RecordMatch, RecordMatcher } from '../../import/names/match';
import type { Names } from '../../import/names/names';
import { resolveNames } from '../../import/names/resolve-names';
import type { Source, SourceRecord } from '../../import/record';
import { impliedAttributes } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import { addFindings, type Chunk, type InputRecord, nextProvisionalId, type PlanState } from './state';

/** What identifies records besides their public ids. */
interface Identification {
  names: Names;
  match?: RecordMatcher;
}

/**
 * First step of planning: finds the public ids of the records in a chunk and of their children, and takes in their names. A
 * record without public id gets that of the stored record which it matches, else a provisional one. Faults: DUPLICATE for
 * an id that comes twice.
 */
export async function readKeys(state: PlanState, { source, records }: Chunk, known: Identification): Promise<void> {
  const publicIds = entryOf(state.publicIds, source, () => []);
  for (const sourceRecord of records) {
    const at = parseContext();
    const publicId = await publicIdOf(state, source, sourceRecord, known, at);
    if (publicId !== undefined) {
      const inputRecord = inputRecordOf(source, sourceRecord, sourceRecord.value);
      addInputRecord(state, source.resource.kind, publicId, inputRecord, at.child(source.resource.key.name));
      addChildren(state, source, sourceRecord, publicId, at);
      known.names.add(source.resource.kind, publicId, sourceRecord.value);
    }
    addFindings(state, source, sourceRecord, at.findings);
    publicIds.push(at.findings.faults.length > 0 ? undefined : publicId);
  }
}

async function publicIdOf(
  state: PlanState,
  source: Source,
  sourceRecord: SourceRecord,
  { names, match }: Identification,
  at: ParseContext,
): Promise<number | undefined> {
  const { resource } = source;
  const { value } = sourceRecord;
  if (!isObject(value)) return at.fault('INVALID_TYPE', 'a record must be a JSON object');
  const key = value[resource.key.name];
  if (resource.key.field) {
    if (key === undefined || key === null) return at.child(resource.key.name).fault('REQUIRED', 'is required');
    return resource.key.field.parse(key, at.child(resource.key.name), value) as number | undefined;
  }
  if (key !== undefined && key !== null) {
    const publicId = parseReference(key, at.child(resource.key.name));
    const matched = match?.(await resolveNames(resource, value, names, silentInput()), silentInput());
    if (publicId === undefined || !matched) return publicId;
    // A matching record without public id is the same record, whichever of the two comes first.
    const first = entryOf(state.provisionalIds, matchKey(resource, matched), () => publicId);
    if (first < 0) {
      const inputRecord = inputRecordOf(source, sourceRecord, value);
      addInputRecord(state, resource.kind, first, inputRecord, at.child(resource.key.name));
    }
    return publicId;
  }
  if (!match) {
    state.withoutKey += 1;
    return nextProvisionalId(state);
  }
  const matched = match(await resolveNames(resource, value, names, silentInput()), at);
  if (!matched) return undefined;
  return matched.publicId ?? entryOf(state.provisionalIds, matchKey(resource, matched), () => nextProvisionalId(state));
}

const matchKey = ({ kind }: Resource, { key }: RecordMatch): string => `match ${kind} ${key}`;

/** An input that drops faults: another step reports them. */
const silentInput = (): ParseContext => ({ ...parseContext(), fault: () => undefined });

function addChildren(
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

const inputRecordOf = (source: Source, { record }: SourceRecord, value: unknown): InputRecord => ({
  source,
  record,
  isStored: false,
  implied: impliedIn(source.resource, value),
});

/** The values that references to a record imply, as far as the record contains them itself. */
function impliedIn(resource: Resource, value: unknown): Record<string, Json> {
  const implied: Record<string, Json> = {};
  if (!isObject(value)) return implied;
  for (const attribute of impliedAttributes(resource.kind)) {
    const publicId = parseReference(value[attribute], silentInput());
    if (publicId !== undefined) implied[attribute] = publicId;
  }
  return implied;
}

function addInputRecord(state: PlanState, kind: string, publicId: number, added: InputRecord, at: ParseContext): void {
  const known = entryOf(state.inputRecords, kind, () => new Map<number, InputRecord>());
  const first = known.get(publicId);
  if (!first) {
    known.set(publicId, added);
    return;
  }
  const place = `${first.source.label}, record ${first.record}`;
  at.fault('DUPLICATE', publicId < 0 ? `is the same as ${place}` : `${publicId} is already the identifier of ${place}`);
}
