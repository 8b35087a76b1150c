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
  const creations = await creationsOf(resource.name, publicIds, run);
  const others = await otherSourcesOf({ resource: resource.name, sourceName }, publicIds, run);
  const changes = await lastEdits(resource, publicIds, run);
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

/** What is known of a record. */
interface Facts {
  creation?: Creation | undefined;
  /** Who has changed it since the last import. */
  changed?: EditFacts | undefined;
  /** The other sources that know it. */
  sources?: string[] | undefined;
}

/** Why a record stays though its source no longer has it, if there is a reason. */
export function reasonOf({ creation, changed, sources }: Facts): StayReason | undefined {
  if (creation?.made) return { reason: 'made', by: creation.made };
  if (creation?.restored) return { reason: 'restored', by: creation.restored };
  if (changed) return { reason: 'changed', by: changed };
  if (sources) return { reason: 'known', sources };
  return creation?.isImported ? undefined : { reason: 'unknown' };
}

/** Who has last changed a field that still differs from what the last import said, by public id. */
async function lastEdits(resource: Resource, publicIds: number[], run: Run): Promise<Map<number, EditFacts>> {
  const names = Object.keys(resource.fields).filter((name) => !resource.fields[name]?.isDerived);
  const edits = await editsOf({ resource: resource.name, publicIds, names }, run);
  const edited = [...edits].flatMap(([publicId, { fields }]) =>
    Object.values(fields).some(({ by }) => by) ? publicId : [],
  );
  if (edited.length === 0) return new Map();
  const found = new Map<number, EditFacts>();
  for (const { publicId, text } of await readStoredRecords(resource, edited, run)) {
    const by = lastEdit(edits.get(publicId), canonicalRecord(resource, text).record);
    if (by) found.set(publicId, by);
  }
  return found;
}

function lastEdit(edits: RecordEdits | undefined, record: JsonObject): EditFacts | undefined {
  return Object.entries(edits?.fields ?? {})
    .flatMap(([name, { base, by }]) => (by && !(base !== undefined && isEqual(base, record[name] ?? null)) ? by : []))
    .sort((a, b) => a.change - b.change)
    .at(-1);
}
