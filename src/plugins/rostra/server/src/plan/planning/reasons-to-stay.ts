import { isEqual, type JsonObject } from '../../../../../../common/json';
import { canonicalRecord } from '../../operations/record';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { otherSourcesOf } from '../../store/external-ids/external-ids';
import type { EditFacts } from '../../store/history/counted-changes';
import { type Creation, creationsOf } from '../../store/history/creators';
import { editsOf, type RecordEdits } from '../../store/history/edits';
import { readStoredRecords } from '../../store/read-many';
import type { StayReason } from '../types';

/**
 * Why stored records stay though their source no longer has them, by public id: without a reason they are nothing but what imports from it
 * have created. At most six statements.
 */
export async function reasonsToStay(
  resource: Resource,
  publicIds: number[],
  sourceName: string,
  run: Run,
): Promise<Map<number, StayReason>> {
  const at = { resource: resource.name, sourceName };
  const creations = await creationsOf(at, publicIds, run);
  const others = await otherSourcesOf(at, publicIds, run);
  const changes = await lastEdits(resource, publicIds, sourceName, run);
  return new Map(
    publicIds.flatMap((publicId) => {
      const reason = reasonOf({
        creation: creations.get(publicId),
        changed: changes.get(publicId),
        sources: others.get(publicId),
      });
      return reason ? [[publicId, reason] as const] : [];
    }),
  );
}

interface Changed {
  by?: EditFacts | undefined;
}

/** What is known of a record. */
interface Facts {
  creation?: Creation | undefined;
  /** Whether people have changed it since the last import, and who, if that is known. */
  changed?: Changed | undefined;
  /** The other sources that know it. */
  sources?: string[] | undefined;
}

/** Why a record stays though its source no longer has it, if there is a reason. */
export function reasonOf({ creation, changed, sources }: Facts): StayReason | undefined {
  if (creation?.made) return { reason: 'made', by: creation.made };
  if (creation?.restored) return { reason: 'restored', by: creation.restored };
  if (changed) return { reason: 'changed', ...(changed.by && { by: changed.by }) };
  if (sources) return { reason: 'known', sources };
  return creation?.isImported ? undefined : { reason: 'unknown' };
}

/** Which records have a field that differs from what the last import said, and who has last changed one, by public id. */
async function lastEdits(
  resource: Resource,
  publicIds: number[],
  source: string,
  run: Run,
): Promise<Map<number, Changed>> {
  const names = Object.keys(resource.fields).filter((name) => !resource.fields[name]?.isDerived);
  const edits = await editsOf({ resource: resource.name, publicIds, names, source }, run);
  const edited = [...edits].flatMap(([publicId, { fields }]) => (Object.keys(fields).length > 0 ? publicId : []));
  if (edited.length === 0) return new Map();
  const found = new Map<number, Changed>();
  for (const { publicId, text } of await readStoredRecords(resource, edited, run)) {
    const changed = changedSince(resource, canonicalRecord(resource, text).record, edits.get(publicId));
    if (changed) found.set(publicId, changed);
  }
  return found;
}

/**
 * Whether something of a record is not what the last import said of it, and who has last changed such a field. A merged list, or one from
 * which an import has cleared a reference, is no longer what a person wrote last, but has an edit in it.
 */
export function changedSince(resource: Resource, record: JsonObject, edits?: RecordEdits): Changed | undefined {
  const fields = Object.entries(edits?.fields ?? {});
  // What an import has written because other records of it said so is its work, too.
  const bases = Object.fromEntries(
    fields.flatMap(([name, { base, written = base }]) => (written === undefined ? [] : [[name, written]])),
  );
  const said = { ...bases, ...canonicalRecord(resource, JSON.stringify({ ...record, ...bases })).record };
  const changed = fields.filter(([name, { base, by }]) =>
    base === undefined ? by : !isEqual(said[name], record[name] ?? null),
  );
  if (changed.length === 0) return undefined;
  const by = changed.flatMap(([, each]) => each.by ?? []).sort((a, b) => a.change - b.change);
  return { by: by.at(-1) };
}
