import { type JsonObject, pick } from '../../../../../../common/json';
import { entryOf } from '../../../../../../common/maps';
import type { Names } from '../../import/names/names';
import type { SourceRecord } from '../../import/record';
import { checkRules } from '../../operations/record';
import { childFields, finalizeFields, referencesOf } from '../../operations/write';
import type { Run } from '../../store/database';
import { deletedAmong } from '../../store/history/removals';
import { resolvePending } from '../../store/resolve';
import type { Change, Said } from '../types';
import { findSilentEdits } from './cleared-edits';
import { compareAll } from './compare-all';
import type { Comparison } from './comparison';
import { omitDeleted } from './deleted';
import { joinHalves } from './join-halves';
import { checkMixture, findEdits, settleRecord, takenClaims } from './keep-edits';
import { toldOf } from './keep-made';
import { correctImplied, keepLeftOut } from './kept-lists';
import { settleLostReferences } from './lost-references';
import { holdsNames, planNamed, takeNamed } from './named';
import { countChildren } from './omitted-children';
import { noteOtherSides } from './other-sides';
import { saidOf } from './said';
import { noteOwnSide, takeAgreed } from './shared-lists';
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
  for (const each of found) correctImplied(state, each);
  const editsBy = await findEdits(state, resource, found, run);
  const settle = (comparison: Comparison, isOpen: (name: string) => boolean) =>
    settleRecord(state, resource, comparison, { edits: editsBy.get(comparison.publicId), isOpen });
  for (const each of found) {
    if (!editsBy.has(each.publicId) && each.changed.length > 0) checkRules(resource, each.record, each.findings);
    takeAgreed(state, resource, each, editsBy.get(each.publicId));
    // What names tags is compared once these are known.
    settle(each, (name) => !holdsNames(resource, name, each.record[name]));
    keepLeftOut(state, resource, each);
  }
  const comparisons = await omitDeleted(state, source, found, run);
  const requests = comparisons.map((each) => ({
    references: referencesOf(resource, each.record, each.changed),
    claims: takenClaims(each),
    findings: each.findings,
  }));
  const publicIds = await resolvePending(
    requests,
    (kind, publicId) => state.inputRecords.get(kind)?.get(publicId)?.implied,
    run,
  );
  const publicIdOf = (kind: string, name: string): number =>
    publicIds.get(`${kind} ${name}`) ?? planNamed(state, chunk, kind, name);
  const created = comparisons.flatMap(({ before, publicId: id }) => (before === null && id >= 0 ? id : []));
  const deleted = await deletedAmong(resource.name, created, run);
  const silentEdits = await findSilentEdits(state, resource, comparisons, run);
  const newTags: Change[] = [];
  const changes: Change[] = [];
  const said: Said[] = [];
  for (const comparison of comparisons) {
    const { sourceRecord, publicId, before, stored, findings, isReturning } = comparison;
    if (findings.faults.length === 0) {
      const { record } = comparison;
      const named = comparison.changed.filter((name) => holdsNames(resource, name, record[name]));
      comparison.changed = finalizeFields(resource, record, before === null ? {} : stored, comparison.changed, {
        publicIdOf,
      });
      settle(comparison, (name) => named.includes(name));
      if (editsBy.has(publicId)) checkMixture(state, resource, comparison);
    }
    settleLostReferences(state, resource, comparison, silentEdits.get(publicId));
    addFindings(state, source, sourceRecord, findings);
    if (findings.faults.length > 0) continue;
    const { changed, record } = comparison;
    await context.check(chunk, sourceRecord, publicId, record);
    const place = placeOf(source, sourceRecord);
    for (const each of joinHalves(resource, stored, toldOf(comparison)))
      addEdit(state, { ...place, resource: resource.name, number: publicId, ...each });
    const isNew = before === null;
    countsOf(state, resource)[isNew ? 'created' : changed.length > 0 ? 'changed' : 'unchanged'] += 1;
    const fields = isNew ? Object.keys(record) : changed;
    newTags.push(...takeNamed(state, resource, record, fields));
    noteOwnSide(state, resource, comparison);
    const noted = saidOf(state, resource, comparison, editsBy.get(publicId));
    state.adoptedCount += comparison.adopted.filter((name) => noted.some(({ fields }) => name in fields)).length;
    said.push(...noted);
    if (!isNew && changed.length === 0) continue;
    if (childFields(resource).length > 0) entryOf(state.changed, resource.kind, () => new Set<number>()).add(publicId);
    countChildren(state, source, { sourceRecord, publicId, stored: isNew ? {} : stored, record, changed });
    const action = isNew ? 'create' : 'change';
    const [from, to] = [isNew ? {} : pick(stored, fields), pick(record, fields)];
    const returning = { ...(isReturning && { isReturning }), ...(deleted.has(publicId) && { wasDeleted: true }) };
    const change: Change = {
      resource: resource.name,
      number: publicId,
      action,
      ...returning,
      ...place,
      before,
      from,
      to,
    };
    noteOtherSides(state, resource, change);
    changes.push(change);
  }
  const isNew = ({ action }: Change) => action === 'create';
  return { changes: [...newTags, ...changes.filter(isNew), ...changes.filter((change) => !isNew(change))], said };
}
