import { type JsonObject, rowsIn } from '../../../../../common/json';
import { AnsweredError, type Fault } from '../errors/errors';
import { canonicalRecord, checkRules } from '../operations/record';
import { childFields, referencesOf, resourceAttribute } from '../operations/write';
import { resourceByKind } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { modelOf } from '../sql/model';
import type { Run } from '../store/database';
import { ambiguousFields, lock, lockForChange, readStored } from '../store/read';
import { resolve } from '../store/resolve';
import { documents } from '../store/strapi';

/** A record as it was before a write: its identifier and its canonical form. */
interface Before {
  number: number;
  record: JsonObject;
}

/** Locks a record that is about to be written, and reads it. */
export async function recordBefore(resource: Resource, documentId: string, run: Run): Promise<Before | undefined> {
  const locked = await lockForChange(resource, { documentId }, run);
  const stored = locked && (await readStored(resource, locked.number, run));
  return locked && stored !== undefined
    ? { number: locked.number, record: canonicalRecord(resource, stored).record }
    : undefined;
}

/** Reads a record that has been written as it would be answered, and checks it as a body would be. Errors: INVALID_INPUT. */
export async function checkWritten(
  resource: Resource,
  documentId: string,
  before: Before | undefined,
  run: Run,
): Promise<void> {
  const after = await lockForChange(resource, { documentId }, run);
  const stored = after && (await readStored(resource, after.number, run));
  if (!after || stored === undefined) return;
  const { record, findings } = canonicalRecord(resource, stored);
  checkRules(resource, record, findings);
  await resolve([{ references: referencesOf(resource, record, jsonFields(resource)), claims: [], findings }], run);
  const faults: Fault[] = [...findings.faults];
  if (before && after.number !== before.number) {
    faults.push({ path: resource.key.name, code: 'MISMATCH', message: `is the identifier and stays ${before.number}` });
  }
  for (const path of await ambiguousFields(resource, after.number, run)) {
    faults.push({ path, code: 'INVALID_VALUE', message: 'names more than one record' });
  }
  if (faults.length > 0) throw new AnsweredError(400, 'INVALID_INPUT', { errors: faults });
  await resource.afterPanelWrite?.(after.id, run);
  if (before) await removeLeftOut(resource, before.record, record, run);
}

/** Fields whose references are no links, which PostgreSQL would keep: nobody may delete what they name meanwhile. */
const jsonFields = (resource: Resource): string[] =>
  Object.keys(resource.fields).filter(
    (name) => modelOf(resource.uid).attributes[resourceAttribute(resource, name)]?.type === 'json',
  );

/** Children that the write has taken from their parent are deleted, as a PATCH without them would. Errors: IN_USE. */
async function removeLeftOut(resource: Resource, before: JsonObject, after: JsonObject, run: Run): Promise<void> {
  for (const name of childFields(resource)) {
    const kind = resource.fields[name]?.children?.kind ?? '';
    const kept = new Set(rowsIn(after, name).map(({ id }) => id));
    for (const { id } of rowsIn(before, name).filter((row) => !kept.has(row.id ?? null))) {
      const child = resourceByKind(kind);
      const locked = await lock(child, { number: id as number }, run);
      if (locked) await documents(child.uid).delete({ documentId: locked.documentId });
    }
  }
}
