import { isObject, type JsonObject, pick } from '../../../../../../common/json';
import { entryOf, mapValues } from '../../../../../../common/maps';
import type { Names } from '../../import/names/names';
import type { Source, SourceRecord } from '../../import/record';
import { changedFields, checkRules } from '../../operations/record';
import { finalizeFields, referencesOf } from '../../operations/write';
import { resourceByKind } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { editsOf, lastValuesOf } from '../../store/history/edits';
import { hashesOf } from '../../store/history/past';
import { readStoredRecords } from '../../store/read-many';
import { resolvePending } from '../../store/resolve';
import { withoutReferences } from '../references';
import type { Change } from '../types';
import { compareRecord, type RecordComparison } from './compare-record';
import { addDeleted, findDeleted } from './deleted';
import { countChildren, faultReferencesToOmitted } from './omitted-children';
import { settleEdits } from './settle-edits';
import { addEdit, addFindings, type Chunk, countsOf, nextProvisionalId, type PlanState, placeOf } from './state';

/** A record of the input, compared with the stored one. */
interface Comparison extends RecordComparison {
  sourceRecord: SourceRecord;
  publicId: number;
  /** Hash of the stored record; null if there is none. */
  before: string | null;
  /** Whether a new record is one that people have deleted. */
  isReturning: boolean;
}

/** What comparing needs besides the records. */
export interface CompareContext {
  names: Names;
  run: Run;
  /** Called with each faultless record as it will be stored. */
  check(chunk: Chunk, sourceRecord: SourceRecord, publicId: number, record: JsonObject): Promise<void>;
}

/**
 * Second step of planning: compares the records of a chunk with the stored ones. Returns the changes, first tags that the
 * records name, then new records, then changed ones: changes of one kind are written together.
 */
export async function compare(state: PlanState, chunk: Chunk, context: CompareContext): Promise<Change[]> {
  const { resource } = chunk.source;
  const { names, run } = context;
  const comparisons = await compareAll(state, chunk, names, run);
  const requests = comparisons.map(({ record, changed, findings }) => ({
    references: referencesOf(resource, record, changed),
    claims: findings.claims,
    findings,
  }));
  const publicIds = await resolvePending(
    requests,
    (kind, publicId) => state.inputRecords.get(kind)?.get(publicId)?.implied,
    run,
  );
  const publicIdOf = (kind: string, name: string): number =>
    publicIds.get(`${kind} ${name}`) ?? planNamed(state, chunk, kind, name);
  const final = comparisons.map((each) => finish(chunk, each, publicIdOf));
  await settleAll(state, chunk, final, run);
  const newTags: Change[] = [];
  const changes: Change[] = [];
  for (const { sourceRecord, publicId, before, stored, record, changed, findings, isReturning } of final) {
    faultReferencesToOmitted(state, resource, record, findings);
    addFindings(state, chunk.source, sourceRecord, findings);
    if (findings.faults.length > 0) continue;
    await context.check(chunk, sourceRecord, publicId, record);
    const isNew = before === null;
    countsOf(state, resource)[isNew ? 'created' : changed.length > 0 ? 'changed' : 'unchanged'] += 1;
    if (!isNew && changed.length === 0) continue;
    countChildren(state, chunk.source, { sourceRecord, publicId, stored, record, changed });
    const fields = isNew ? Object.keys(record) : changed;
    const action = isNew ? 'create' : 'change';
    const [from, to] = [isNew ? {} : pick(stored, fields), pick(record, fields)];
    newTags.push(...takeNamed(state, resource, record, fields));
    const place = placeOf(chunk.source, sourceRecord);
    const returning = isReturning ? { isReturning } : {};
    changes.push({ resource: resource.name, number: publicId, action, ...returning, ...place, before, from, to });
  }
  const isNew = ({ action }: Change) => action === 'create';
  return [...newTags, ...changes.filter(isNew), ...changes.filter((change) => !isNew(change))];
}

/** Replaces the names of new tags by identifiers; leaves what still differs from what is stored. */
function finish(
  { source: { resource } }: Chunk,
  comparison: Comparison,
  publicIdOf: (kind: string, name: string) => number,
): Comparison {
  const { record, stored, changed, findings } = comparison;
  if (findings.faults.length > 0) return comparison;
  return { ...comparison, changed: finalizeFields(resource, record, stored, changed, { publicIdOf }) };
}

/** Keeps what people have done to the records since the last import of them. One statement, if any record differs. */
async function settleAll(state: PlanState, { source }: Chunk, comparisons: Comparison[], run: Run): Promise<void> {
  const { resource } = source;
  const differing = comparisons.filter(
    ({ before, changed, findings }) => before !== null && changed.length > 0 && findings.faults.length === 0,
  );
  if (differing.length === 0 || resource.hasPrivateHistory) return;
  const publicIds = differing.map(({ publicId }) => publicId);
  const found = await editsOf(resource.name, publicIds, state.reverted, run);
  for (const comparison of differing) {
    const edits = found.get(comparison.publicId);
    if (!edits) continue;
    const { changed, settled } = settleEdits(resource, comparison, edits, state.takesFile);
    const isOther = settled.some(({ isTaken }) => !isTaken);
    comparison.changed = changed;
    if (isOther && changed.length > 0) checkRules(resource, comparison.record, comparison.findings);
    const place = { ...placeOf(source, comparison.sourceRecord), resource: resource.name, number: comparison.publicId };
    for (const each of settled) addEdit(state, { ...place, ...each });
  }
}

async function compareAll(state: PlanState, chunk: Chunk, names: Names, run: Run): Promise<Comparison[]> {
  const { source, records } = chunk;
  const { resource } = source;
  const known = state.publicIds.get(source) ?? [];
  const publicIds = records.map(({ record }) => known[record - 1]);
  const storable = publicIds.flatMap((publicId) => (publicId === undefined || publicId < 0 ? [] : publicId));
  const rows = await readStoredRecords(resource, storable, run);
  const hashes = await hashesOf(resource.name, storable, run);
  const texts = new Map(rows.map(({ publicId, text }) => [publicId, text]));
  const [deleted, returning] = [state.deleted.get(resource.kind), state.returning.get(resource.kind)];
  const lastValues = returning && (await lastValuesOf(resource.name, storable, run));
  const comparisons: Comparison[] = [];
  for (const [index, sourceRecord] of records.entries()) {
    const publicId = publicIds[index];
    if (publicId === undefined) continue;
    const removal = deleted?.get(publicId) ?? returning?.get(publicId);
    if (removal)
      addDeleted(state, resource, { removal, place: placeOf(source, sourceRecord), isTaken: !deleted?.has(publicId) });
    if (deleted?.has(publicId)) continue;
    const value = withLastValues(sourceRecord.value, lastValues?.get(publicId));
    comparisons.push({
      sourceRecord,
      publicId,
      before: texts.has(publicId) ? (hashes.get(publicId) ?? '') : null,
      isReturning: removal !== undefined,
      ...(await compareRecord(resource, value, texts.get(publicId), names)),
    });
  }
  return omitDeleted(state, source, comparisons, run);
}

/** What a record of the input says, and of fields that it leaves out what they were before it was deleted. */
const withLastValues = (value: unknown, last: JsonObject | undefined): unknown =>
  last && isObject(value) ? { ...last, ...value } : value;

/** Leaves out what refers to records that people have deleted. At most one statement for each kind. */
async function omitDeleted(
  state: PlanState,
  source: Source,
  comparisons: Comparison[],
  run: Run,
): Promise<Comparison[]> {
  if (!state.hasRemovals) return comparisons;
  const { resource } = source;
  const references = comparisons.map(({ record, changed }) => referencesOf(resource, record, changed));
  await findDeleted(state, references.flat(), run);
  if (state.deleted.size === 0) return comparisons;
  return comparisons.map((comparison, index) => {
    const { record, stored, changed, sourceRecord } = comparison;
    const gone = (references[index] ?? []).filter(({ kind, publicId = -1 }) => state.deleted.get(kind)?.has(publicId));
    if (gone.length === 0) return comparison;
    for (const { kind, publicId = -1 } of gone) {
      const removal = state.deleted.get(kind)?.get(publicId);
      const place = placeOf(source, sourceRecord);
      if (removal) addDeleted(state, resourceByKind(kind), { removal, place, isTaken: false });
    }
    const kept = withoutReferences(resource, record, gone);
    return { ...comparison, record: kept, changed: changedFields(pick(kept, changed), stored) };
  });
}

/** Plans a record that consists of its name, a tag, if a change turns out to need it; returns its provisional id. */
function planNamed(state: PlanState, chunk: Chunk, kind: string, name: string): number {
  return entryOf(state.provisionalIds, `${kind} ${name}`, () => {
    const resource = resourceByKind(kind);
    const publicId = nextProvisionalId(state);
    state.named.set(publicId, {
      resource: resource.name,
      number: publicId,
      action: 'create',
      isNamed: true,
      file: chunk.source.label,
      record: 0,
      before: null,
      from: {},
      to: { ...mapValues(resource.fields, ({ empty }) => empty), name },
    });
    return publicId;
  });
}

/** Takes the tags that a change is the first to need. */
function takeNamed(state: PlanState, resource: Resource, record: JsonObject, fields: string[]): Change[] {
  if (state.named.size === 0) return [];
  return referencesOf(resource, record, fields).flatMap(({ kind, publicId = 0 }) => {
    const change = state.named.get(publicId);
    if (!change) return [];
    state.named.delete(publicId);
    countsOf(state, resourceByKind(kind)).created += 1;
    return [change];
  });
}
