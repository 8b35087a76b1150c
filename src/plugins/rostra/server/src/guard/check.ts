import { type JsonObject, rowsIn } from '../../../../../common/json';
import { AnsweredError, type Fault } from '../errors/errors';
import { canonical, checkRules } from '../operations/record';
import { attributeFor, childFields, referencesOf } from '../operations/write';
import { resource } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { model } from '../sql/model';
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
export async function recordBefore(of: Resource, documentId: string, run: Run): Promise<Before | undefined> {
  const locked = await lockForChange(of, { documentId }, run);
  const stored = locked && (await readStored(of, locked.publicId, run));
  return locked && stored !== undefined ? { number: locked.publicId, record: canonical(of, stored).record } : undefined;
}

/** Reads a record that has been written as it would be answered, and checks it as a body would be. Errors: INVALID_INPUT. */
export async function checkWritten(
  of: Resource,
  documentId: string,
  before: Before | undefined,
  run: Run,
): Promise<void> {
  const after = await lockForChange(of, { documentId }, run);
  const stored = after && (await readStored(of, after.publicId, run));
  if (!after || stored === undefined) return;
  const { record, findings } = canonical(of, stored);
  checkRules(of, record, findings);
  await resolve([{ references: referencesOf(of, record, jsonFields(of)), claims: [], findings }], run);
  const faults: Fault[] = [...findings.faults];
  if (before && after.publicId !== before.number) {
    faults.push({ path: of.key.name, code: 'MISMATCH', message: `is the identifier and stays ${before.number}` });
  }
  for (const path of await ambiguousFields(of, after.publicId, run)) {
    faults.push({ path, code: 'INVALID_VALUE', message: 'names more than one record' });
  }
  if (faults.length > 0) throw new AnsweredError(400, 'INVALID_INPUT', { errors: faults });
  await of.afterPanelWrite?.(after.rowId, run);
  if (before) await removeLeftOut(of, before.record, record, run);
}

/** Fields whose references are no links, which PostgreSQL would keep: nobody may delete what they name meanwhile. */
const jsonFields = (of: Resource): string[] =>
  Object.keys(of.fields).filter((name) => model(of.uid).attributes[attributeFor(of, name)]?.type === 'json');

/** Children that the write has taken from their parent are deleted, as a PATCH without them would. Errors: IN_USE. */
async function removeLeftOut(of: Resource, before: JsonObject, after: JsonObject, run: Run): Promise<void> {
  for (const name of childFields(of)) {
    const kind = of.fields[name]?.children?.kind ?? '';
    const kept = new Set(rowsIn(after, name).map(({ id }) => id));
    for (const { id } of rowsIn(before, name).filter((row) => !kept.has(row.id ?? null))) {
      const child = resource(kind);
      const locked = await lock(child, { publicId: id as number }, run);
      if (locked) await documents(child.uid).delete({ documentId: locked.documentId });
    }
  }
}
