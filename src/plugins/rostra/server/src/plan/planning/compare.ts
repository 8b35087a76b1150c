import { type JsonObject, pick } from '../../../../../../common/json';
import { entryOf, mapValues } from '../../../../../../common/maps';
import type { Names } from '../../import/names/names';
import type { SourceRecord } from '../../import/record';
import { finalizeFields, referencesOf } from '../../operations/write';
import { resourceByKind } from '../../resource/registry';
import type { Run } from '../../store/database';
import { hashesOf } from '../../store/history/past';
import { readStoredRecords } from '../../store/read-many';
import { resolvePending } from '../../store/resolve';
import type { Change } from '../types';
import { compareRecord, type RecordComparison } from './compare-record';
import { countChildren, faultReferencesToOmitted } from './omitted-children';
import { addFindings, type Chunk, countsOf, nextProvisionalId, type PlanState, placeOf } from './state';

/** A record of the input, compared with the stored one. */
interface Comparison extends RecordComparison {
  sourceRecord: SourceRecord;
  publicId: number;
  /** Hash of the stored record; null if there is none. */
  before: string | null;
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
  const newTags: Change[] = [];
  const publicIdOf = (kind: string, name: string): number =>
    publicIds.get(`${kind} ${name}`) ?? createNamed(state, chunk, kind, name, newTags);
  const changes: Change[] = [];
  for (const { sourceRecord, publicId, before, stored, record, changed, findings } of comparisons) {
    faultReferencesToOmitted(state, resource, record, findings);
    addFindings(state, chunk.source, sourceRecord, findings);
    if (findings.faults.length > 0) continue;
    const settled = finalizeFields(resource, record, stored, changed, { publicIdOf });
    await context.check(chunk, sourceRecord, publicId, record);
    const isNew = before === null;
    countsOf(state, resource)[isNew ? 'created' : settled.length > 0 ? 'changed' : 'unchanged'] += 1;
    if (!isNew && settled.length === 0) continue;
    countChildren(state, chunk.source, { sourceRecord, publicId, stored, record, changed: settled });
    const fields = isNew ? Object.keys(record) : settled;
    const action = isNew ? 'create' : 'change';
    const [from, to] = [isNew ? {} : pick(stored, fields), pick(record, fields)];
    const place = placeOf(chunk.source, sourceRecord);
    changes.push({ resource: resource.name, number: publicId, action, ...place, before, from, to });
  }
  const isNew = ({ action }: Change) => action === 'create';
  return [...newTags, ...changes.filter(isNew), ...changes.filter((change) => !isNew(change))];
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
  const comparisons: Comparison[] = [];
  for (const [index, sourceRecord] of records.entries()) {
    const publicId = publicIds[index];
    if (publicId === undefined) continue;
    const compared = await compareRecord(resource, sourceRecord.value, texts.get(publicId), names);
    comparisons.push({
      sourceRecord,
      publicId,
      before: texts.has(publicId) ? (hashes.get(publicId) ?? '') : null,
      ...compared,
    });
  }
  return comparisons;
}

/** Plans a record that consists of its name, a tag; returns its provisional id. */
function createNamed(state: PlanState, chunk: Chunk, kind: string, name: string, created: Change[]): number {
  return entryOf(state.provisionalIds, `${kind} ${name}`, () => {
    const resource = resourceByKind(kind);
    const publicId = nextProvisionalId(state);
    countsOf(state, resource).created += 1;
    created.push({
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
