import { isObject, type JsonObject, pick } from '../../../../../../common/json';
import type { Names } from '../../import/names/names';
import type { SourceRecord } from '../../import/record';
import { canonicalRecord, checkRules } from '../../operations/record';
import { finalizeFields, referencesOf } from '../../operations/write';
import type { Run } from '../../store/database';
import { lastValuesOf } from '../../store/history/edits';
import { hashesOf } from '../../store/history/past';
import { readStoredRecords } from '../../store/read-many';
import { resolvePending } from '../../store/resolve';
import type { Change, Said } from '../types';
import { compareRecord } from './compare-record';
import type { Comparison } from './comparison';
import { addDeleted, omitDeleted } from './deleted';
import { checkMixture, findEdits, forgetKeptChildren, saidOf, settleRecord } from './keep-edits';
import { holdsNames, planNamed, takeNamed } from './named';
import { countChildren, faultReferencesToOmitted } from './omitted-children';
import { addEdit, addFindings, type Chunk, countsOf, type PlanState, placeOf } from './state';

/** What comparing needs besides the records. */
export interface CompareContext {
  names: Names;
  run: Run;
  /** Called with each faultless record as it will be stored. */
  check(chunk: Chunk, sourceRecord: SourceRecord, publicId: number, record: JsonObject): Promise<void>;
}

/**
 * Second step of planning: compares the records of a chunk with the stored ones. Returns the changes, first tags that the
 * records name, then new records, then changed ones: changes of one kind are written together; and what is to be noted of the input.
 */
export async function compare(
  state: PlanState,
  chunk: Chunk,
  context: CompareContext,
): Promise<{ changes: Change[]; said: Said[] }> {
  const { source } = chunk;
  const { resource } = source;
  const { names, run } = context;
  const found = await compareAll(state, chunk, names, run);
  const editsBy = await findEdits(state, resource, found, run);
  const settle = (comparison: Comparison, isOpen: (name: string) => boolean) =>
    settleRecord(state, resource, comparison, { edits: editsBy.get(comparison.publicId), isOpen });
  for (const each of found) {
    if (!editsBy.has(each.publicId) && each.changed.length > 0) checkRules(resource, each.record, each.findings);
    // What names tags is compared once these are known.
    settle(each, (name) => !holdsNames(resource, name, each.record[name]));
  }
  const comparisons = await omitDeleted(state, source, found, run);
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
  const newTags: Change[] = [];
  const changes: Change[] = [];
  const said: Said[] = [];
  for (const comparison of comparisons) {
    const { sourceRecord, publicId, before, stored, record, findings, isReturning } = comparison;
    if (findings.faults.length === 0) {
      const named = comparison.changed.filter((name) => holdsNames(resource, name, record[name]));
      comparison.changed = finalizeFields(resource, record, before === null ? {} : stored, comparison.changed, {
        publicIdOf,
      });
      settle(comparison, (name) => named.includes(name));
      if (editsBy.has(publicId)) checkMixture(state, resource, comparison);
    }
    faultReferencesToOmitted(state, resource, record, findings);
    addFindings(state, source, sourceRecord, findings);
    if (findings.faults.length > 0) continue;
    const { changed } = comparison;
    await context.check(chunk, sourceRecord, publicId, record);
    const place = placeOf(source, sourceRecord);
    for (const each of comparison.settled.filter(({ kind }) => kind !== 'matched' || changed.length > 0))
      addEdit(state, { ...place, resource: resource.name, number: publicId, ...each });
    const isNew = before === null;
    countsOf(state, resource)[isNew ? 'created' : changed.length > 0 ? 'changed' : 'unchanged'] += 1;
    forgetKeptChildren(state, resource, comparison);
    const fields = isNew ? Object.keys(record) : changed;
    newTags.push(...takeNamed(state, resource, record, fields));
    said.push(...saidOf(state, resource, comparison));
    if (!isNew && changed.length === 0) continue;
    countChildren(state, source, { sourceRecord, publicId, stored: isNew ? {} : stored, record, changed });
    const action = isNew ? 'create' : 'change';
    const [from, to] = [isNew ? {} : pick(stored, fields), pick(record, fields)];
    const returning = isReturning ? { isReturning } : {};
    changes.push({ resource: resource.name, number: publicId, action, ...returning, ...place, before, from, to });
  }
  const isNew = ({ action }: Change) => action === 'create';
  return { changes: [...newTags, ...changes.filter(isNew), ...changes.filter((change) => !isNew(change))], said };
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
  const lastValues = returning && (await lastValuesOf(resource.name, storable, state.undone, run));
  const comparisons: Comparison[] = [];
  for (const [index, sourceRecord] of records.entries()) {
    const publicId = publicIds[index];
    if (publicId === undefined) continue;
    const removal = deleted?.get(publicId) ?? returning?.get(publicId);
    if (removal)
      addDeleted(state, resource, { removal, place: placeOf(source, sourceRecord), isTaken: !deleted?.has(publicId) });
    if (deleted?.has(publicId)) continue;
    const last = lastValues?.get(publicId);
    const compared = await compareRecord(
      resource,
      withLastValues(sourceRecord.value, last),
      texts.get(publicId),
      names,
    );
    comparisons.push({
      sourceRecord,
      publicId,
      before: texts.has(publicId) ? (hashes.get(publicId) ?? '') : null,
      isReturning: removal !== undefined,
      settled: [],
      said: {},
      ...compared,
      // What it was counts as stored.
      ...(last && { stored: canonicalRecord(resource, JSON.stringify(last)).record }),
    });
  }
  return comparisons;
}

/** What a record of the input says, and of fields that it leaves out what they were before it was deleted. */
const withLastValues = (value: unknown, last: JsonObject | undefined): unknown =>
  last && isObject(value) ? { ...last, ...value } : value;
