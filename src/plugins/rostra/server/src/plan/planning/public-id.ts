import { isObject } from '../../../../../../common/json';
import { entryOf } from '../../../../../../common/maps';
import { type ParseContext, parseContext } from '../../fields/parse-context';
import { parseReference } from '../../fields/ref';
import { EXTERNAL_ID, externalIdIn } from '../../import/external-id';
import type { RecordMatch, RecordMatcher } from '../../import/names/match';
import type { Names } from '../../import/names/names';
import { resolveNames } from '../../import/names/resolve-names';
import type { Source, SourceRecord } from '../../import/record';
import type { Resource } from '../../resource/resource';
import type { Holder } from '../../store/external-ids/external-ids';
import type { PlanExternalIds } from './external-ids';
import { addInputRecord, inputRecordOf, silentInput } from './input-records';
import { nextProvisionalId, type PlanState } from './state';

/** What identifies records besides their public ids. */
export interface Identification {
  names: Names;
  match?: RecordMatcher;
  /** The identifiers at the source of the import. */
  external?: PlanExternalIds;
  /** The records, also deleted ones, that have the identifiers of the chunk there. */
  holders?: ReadonlyMap<string, Holder>;
}

/**
 * The public id of a record of the input: its own, that of the record which has its identifier at the source, or of the one which it
 * matches; else a provisional one. Undefined after a fault.
 */
export async function publicIdOf(
  state: PlanState,
  source: Source,
  sourceRecord: SourceRecord,
  known: Identification,
  at: ParseContext,
): Promise<number | undefined> {
  const { resource } = source;
  const { value } = sourceRecord;
  if (!isObject(value)) return at.fault('INVALID_TYPE', 'a record must be a JSON object');
  const externalId = externalIdIn(resource, value, known.external?.sourceName, at);
  if (resource.key.field || hasKey(resource, value)) {
    const publicId = await givenId(state, source, sourceRecord, known, at);
    if (publicId === undefined || externalId === undefined) return publicId;
    return claim(state, source, { publicId, externalId }, known, at);
  }
  if (externalId !== undefined) return identifiedId(state, source, { value, externalId }, known, at);
  const { names, match } = known;
  if (!match) {
    state.withoutKey += 1;
    return nextProvisionalId(state);
  }
  const matched = match(await resolveNames(resource, value, names, silentInput()), at);
  if (!matched) return undefined;
  return matched.publicId ?? entryOf(state.provisionalIds, matchKey(resource, matched), () => nextProvisionalId(state));
}

/** The field that identifies a record of the input. */
export const identifierOf = (resource: Resource, value: unknown): string =>
  hasKey(resource, value) || !isObject(value) || (value[EXTERNAL_ID] ?? null) === null
    ? resource.key.name
    : EXTERNAL_ID;

/** Whether a record of the input has its public id. */
export const hasKey = ({ key }: Resource, value: unknown): boolean =>
  isObject(value) && (value[key.name] ?? null) !== null;

async function givenId(
  state: PlanState,
  source: Source,
  sourceRecord: SourceRecord,
  { names, match }: Identification,
  at: ParseContext,
): Promise<number | undefined> {
  const { resource } = source;
  const value = sourceRecord.value as Record<string, unknown>;
  const key = value[resource.key.name];
  if (resource.key.field) {
    if (!hasKey(resource, value)) return at.child(resource.key.name).fault('REQUIRED', 'is required');
    return resource.key.field.parse(key, at.child(resource.key.name), value) as number | undefined;
  }
  const publicId = parseReference(key, at.child(resource.key.name));
  // With an identifier at the source, it is not told by its fields.
  const isMatched = match && (value[EXTERNAL_ID] ?? null) === null;
  const matched = isMatched && match(await resolveNames(resource, value, names, silentInput()), silentInput());
  if (publicId === undefined || !matched) return publicId;
  // A matching record without public id is the same record, whichever of the two comes first.
  const first = entryOf(state.provisionalIds, matchKey(resource, matched), () => publicId);
  if (first < 0) {
    const inputRecord = inputRecordOf(source, sourceRecord, value);
    addInputRecord(state, resource.kind, first, inputRecord, at.child(resource.key.name));
  }
  return publicId;
}

/** Checks that no other record has the identifier that one with a public id has at the source. Faults: TAKEN, DUPLICATE. */
function claim(
  state: PlanState,
  source: Source,
  { publicId, externalId }: { publicId: number; externalId: string },
  { external, holders }: Identification,
  at: ParseContext,
): number | undefined {
  const { name } = source.resource;
  const { fault } = at.child(EXTERNAL_ID);
  const holder = holders?.get(externalId);
  // Where the other record was deleted, the source may well mean this one by now.
  if (holder?.isStored && holder.publicId !== publicId)
    return fault(
      'TAKEN',
      `"${externalId}" is ${name} ${holder.publicId} at ${external?.sourceName}, not ${name} ${publicId}`,
    );
  const first = entryOf(state.provisionalIds, externalKey(source.resource, externalId), () => publicId);
  if (first === publicId) return publicId;
  const other = state.inputRecords.get(source.resource.kind)?.get(first);
  return fault('DUPLICATE', `"${externalId}" is already that of ${other?.source.label}, record ${other?.record}`);
}

/** The public id of a record that has none, but an identifier at the source. Faults: AMBIGUOUS for fields that match several records. */
async function identifiedId(
  state: PlanState,
  { resource }: Source,
  { value, externalId }: { value: unknown; externalId: string },
  { names, match, external, holders }: Identification,
  at: ParseContext,
): Promise<number | undefined> {
  const key = externalKey(resource, externalId);
  const holder = holders?.get(externalId);
  const known = state.provisionalIds.get(key) ?? (holder?.isStored ? holder.publicId : undefined);
  if (known !== undefined) return entryOf(state.provisionalIds, key, () => known);
  const matching = parseContext();
  // Records that the source knows by other identifiers are others.
  const matched = match?.(await resolveNames(resource, value, names, silentInput()), matching, external?.identified);
  if (holder) {
    if (matched?.isStored) state.createdAgain.set(`${resource.kind} ${holder.publicId}`, matched.publicId ?? 0);
    return entryOf(state.provisionalIds, key, () => holder.publicId);
  }
  const ambiguous = matching.findings.faults.filter(({ code }) => code === 'AMBIGUOUS');
  at.findings.faults.push(...ambiguous);
  if (ambiguous.length > 0) return undefined;
  return entryOf(state.provisionalIds, key, () => matched?.publicId ?? nextProvisionalId(state));
}

const matchKey = ({ kind }: Resource, { key }: RecordMatch): string => `match ${kind} ${key}`;

const externalKey = ({ kind }: Resource, externalId: string): string => `external ${kind} ${externalId}`;
