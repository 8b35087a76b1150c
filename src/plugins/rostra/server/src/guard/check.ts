import { type JsonObject, rowsIn } from '../../../../../common/json';
import { ApiError, type Fault } from '../errors/errors';
import { canonicalRecord, checkRules } from '../operations/record';
import { childFields, referencesOf, resourceAttribute } from '../operations/write';
import { resourceByKind } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { modelOf } from '../sql/model';
import type { Run } from '../store/database';
import { ambiguousFields, lock, lockForChange, readStored } from '../store/read';
import { resolve } from '../store/resolve';
import { documents } from '../store/strapi';
import type { FormWrite } from './overwrites';

/** A record before a write: its public id and canonical form. */
interface PreviousRecord {
  publicId: number;
  record: JsonObject;
}

/** Locks and reads a record that is about to be written. */
export async function lockPrevious(
  resource: Resource,
  documentId: string,
  run: Run,
): Promise<PreviousRecord | undefined> {
  const locked = await lockForChange(resource, { documentId }, run);
  const stored = locked && (await readStored(resource, locked.publicId, run));
  return locked && stored !== undefined
    ? { publicId: locked.publicId, record: canonicalRecord(resource, stored).record }
    : undefined;
}

/** Reads a written record as for an answer, and checks it like a body. Errors: INVALID_INPUT, and 409 where it overwrites others' work. */
export async function checkAfterWrite(
  resource: Resource,
  documentId: string,
  { before, form }: { before?: PreviousRecord | undefined; form?: FormWrite | undefined },
  run: Run,
): Promise<void> {
  const after = await lockForChange(resource, { documentId }, run);
  const stored = after && (await readStored(resource, after.publicId, run));
  if (!after || stored === undefined) return;
  const { record, findings } = canonicalRecord(resource, stored);
  await form?.refuseOverwrites(record);
  checkRules(resource, record, findings);
  await resolve([{ references: referencesOf(resource, record, jsonFields(resource)), claims: [], findings }], run);
  const faults: Fault[] = [...findings.faults];
  if (before && after.publicId !== before.publicId) {
    faults.push({
      path: resource.key.name,
      code: 'MISMATCH',
      message: `is the identifier and must stay ${before.publicId}`,
    });
  }
  for (const path of await ambiguousFields(resource, after.publicId, run)) {
    faults.push({ path, code: 'INVALID_VALUE', message: 'refers to more than one record' });
  }
  if (faults.length > 0) throw new ApiError(400, 'INVALID_INPUT', { errors: faults });
  await resource.afterPanelWrite?.(after.rowId, run);
  if (before) await deleteOmittedChildren(resource, before.record, record, run);
}

/** Fields in JSON columns: their references have no foreign key, so `resolve` locks the referenced records. */
const jsonFields = (resource: Resource): string[] =>
  Object.keys(resource.fields).filter(
    (name) => modelOf(resource.uid).attributes[resourceAttribute(resource, name)]?.type === 'json',
  );

/** Deletes the children that a write has removed from their parent, as a PATCH without them would. Errors: IN_USE. */
async function deleteOmittedChildren(
  resource: Resource,
  before: JsonObject,
  after: JsonObject,
  run: Run,
): Promise<void> {
  for (const name of childFields(resource)) {
    const kind = resource.fields[name]?.children?.kind ?? '';
    const ids = new Set(rowsIn(after, name).map(({ id }) => id));
    for (const { id } of rowsIn(before, name).filter((row) => !ids.has(row.id ?? null))) {
      const child = resourceByKind(kind);
      const locked = await lock(child, { publicId: id as number }, run);
      if (locked) await documents(child.uid).delete({ documentId: locked.documentId });
    }
  }
}
