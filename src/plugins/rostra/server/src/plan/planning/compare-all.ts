import { isObject, type JsonObject } from '../../../../../../common/json';
import type { Names } from '../../import/names/names';
import { canonicalRecord } from '../../operations/record';
import type { Run } from '../../store/database';
import { hashesOf } from '../../store/history/past';
import { lastValuesOf } from '../../store/history/removals';
import { readStoredRecords } from '../../store/read-many';
import { compareRecord } from './compare-record';
import type { Comparison } from './comparison';
import { addDeleted } from './deleted';
import { type Chunk, type PlanState, placeOf } from './state';

/** Compares the records of a chunk with the stored ones; leaves out those that people have deleted. */
export async function compareAll(state: PlanState, chunk: Chunk, names: Names, run: Run): Promise<Comparison[]> {
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
      adopted: [],
      ...compared,
      given: compared.given.filter((name) => isObject(sourceRecord.value) && name in sourceRecord.value),
      // What it was counts as stored.
      ...(last && { stored: canonicalRecord(resource, JSON.stringify(last)).record }),
    });
  }
  return comparisons;
}

/** What a record of the input says, and of fields that it leaves out what they were before it was deleted. */
const withLastValues = (value: unknown, last: JsonObject | undefined): unknown =>
  last && isObject(value) ? { ...last, ...value } : value;
