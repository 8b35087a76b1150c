import { isObject, type JsonObject, rowsIn } from '../../../../../common/json';
import { errors } from '../errors/errors';
import { type Findings, parseContext } from '../fields/parse-context';
import { parseReference } from '../fields/ref';
import type { Resource } from '../resource/resource';
import { type Run, transaction } from '../store/database';
import { lockForChange, readDetail, readStored } from '../store/read';
import { documents } from '../store/strapi';
import { documentData, draftOf } from '../store/write';
import { matchChildren, writeChildren } from './children';
import { etagOf, namesTag } from './etag';
import { canonicalRecord, changedFields, checkCompanions, checkRules, parseRecord } from './record';
import { bypassGuard, childFields, finalizeFields, readResult, resolveFields, type WriteResult } from './write';

/**
 * Updates the fields in a body that differ from what is stored (conventions 2.2), in one transaction that locks the record.
 * Errors: NOT_FOUND, PRECONDITION_FAILED when the record no longer matches `ifMatch`, INVALID_INPUT with every fault,
 * IN_USE when something refers to a row to be removed.
 */
export function update(
  resource: Resource,
  publicId: number | undefined,
  body: unknown,
  ifMatch?: string,
): Promise<WriteResult> {
  return transaction(async (run) => {
    if (publicId === undefined) throw errors.notFound();
    const locked = await lockForChange(resource, { publicId }, run);
    const before = locked && (await readStored(resource, publicId, run));
    if (!locked || before === undefined) throw errors.notFound();
    await checkPrecondition(resource, publicId, ifMatch, run);
    const { record: stored } = canonicalRecord(resource, before);
    const { record: values, findings } = parseRecord(resource, body, { isWhole: false, stored });
    checkKey(resource, body, publicId, findings);
    matchChildren(resource, values, stored, findings);
    const candidates = changedFields(values, stored);
    const record: JsonObject = { ...stored, ...values };
    checkCompanions(resource, values, candidates, findings);
    if (candidates.length > 0) checkRules(resource, record, findings);
    const resolved = await resolveFields(resource, record, candidates, findings, run);
    const changed = finalizeFields(resource, record, stored, candidates, resolved);
    if (changed.length === 0) return readResult(resource, publicId, findings.ignored, run);
    return bypassGuard(async () => {
      const data = documentData(resource.uid, draftOf(resource, record, changed, resolved.rowOf));
      await documents(resource.uid).update({ documentId: locked.documentId, data });
      for (const name of childFields(resource).filter((each) => changed.includes(each))) {
        await writeChildren(resource, name, locked.rowId, rowsIn(record, name), rowsIn(stored, name), run);
      }
      return readResult(resource, publicId, findings.ignored, run);
    });
  });
}

/** Throws PRECONDITION_FAILED unless `ifMatch` names the record's detail, plain or with `?full` (conventions 4.2). */
export async function checkPrecondition(
  resource: Resource,
  publicId: number,
  ifMatch: string | undefined,
  run: Run,
): Promise<void> {
  if (ifMatch === undefined) return;
  for (const isFull of [false, true]) {
    const detail = await readDetail(resource, publicId, isFull, run);
    if (detail !== undefined && namesTag(ifMatch, etagOf(detail))) return;
  }
  throw errors.preconditionFailed();
}

/** Notes an identifier in the body that differs from the one in the path (conventions 2.6). */
function checkKey(resource: Resource, body: unknown, publicId: number, findings: Findings): void {
  if (!isObject(body)) return;
  for (const name of new Set(['id', resource.key.name])) {
    if (body[name] === undefined) continue;
    const context = parseContext(name, findings);
    if (parseKey(body[name]) !== publicId) context.fault('MISMATCH', `must be ${publicId}, as in the path`);
  }
}

const parseKey = (value: unknown): number | undefined =>
  value === 0 ? 0 : parseReference(value, { ...parseContext(), fault: () => undefined });
