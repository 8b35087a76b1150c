import { isObject, type JsonObject, rowsIn } from '../../../../../common/json';
import { errors } from '../errors/errors';
import { type Findings, input } from '../fields/input';
import { parseReference } from '../fields/ref';
import type { Resource } from '../resource/resource';
import { type Run, transaction } from '../store/database';
import { lockForChange, readDetail, readStored } from '../store/read';
import { documents } from '../store/strapi';
import { documentData, draftOf } from '../store/write';
import { whileChecked } from './checked';
import { matchChildren, writeChildren } from './children';
import { etagOf, namesTag } from './etag';
import { canonical, changedFields, checkRules, checkTogether, parseRecord } from './record';
import { answerOf, childFields, resolveFields, settle, type Written } from './write';

/**
 * Changes the given fields of a record; what is not given, or is as it was, stays untouched (decisions, 2.2).
 * Errors: NOT_FOUND, PRECONDITION_FAILED when it is not the record that `ifMatch` names, INVALID_INPUT with every fault,
 * IN_USE when a row to be removed is referred to. All or nothing: one transaction, the record locked.
 */
export function update(of: Resource, number: number | undefined, body: unknown, ifMatch?: string): Promise<Written> {
  return transaction(async (run) => {
    if (number === undefined) throw errors.notFound();
    const locked = await lockForChange(of, { publicId: number }, run);
    const before = locked && (await readStored(of, number, run));
    if (!locked || before === undefined) throw errors.notFound();
    await checkPrecondition(of, number, ifMatch, run);
    const { record: stored } = canonical(of, before);
    const { record: given, findings } = parseRecord(of, body, { isWhole: false, stored });
    checkKey(of, body, number, findings);
    matchChildren(of, given, stored, findings);
    const differing = changedFields(given, stored);
    const record: JsonObject = { ...stored, ...given };
    checkTogether(of, given, differing, findings);
    if (differing.length > 0) checkRules(of, record, findings);
    const resolved = await resolveFields(of, record, differing, findings, run);
    const changed = settle(of, record, stored, differing, resolved);
    if (changed.length === 0) return answerOf(of, number, findings.ignored, run);
    return whileChecked(async () => {
      const data = documentData(of.uid, draftOf(of, record, changed, resolved.rowOf));
      await documents(of.uid).update({ documentId: locked.documentId, data });
      for (const name of childFields(of).filter((each) => changed.includes(each))) {
        await writeChildren(of, name, locked.rowId, rowsIn(record, name), rowsIn(stored, name), run);
      }
      return answerOf(of, number, findings.ignored, run);
    });
  });
}

/** Refuses when the record is not the one that was read before: in its plain form or with `?full` (decisions, 4.2). */
export async function checkPrecondition(
  of: Resource,
  number: number,
  ifMatch: string | undefined,
  run: Run,
): Promise<void> {
  if (ifMatch === undefined) return;
  for (const isFull of [false, true]) {
    const detail = await readDetail(of, number, isFull, run);
    if (detail !== undefined && namesTag(ifMatch, etagOf(detail))) return;
  }
  throw errors.preconditionFailed();
}

/** The identifier in a body equals that of the path (decisions, 2.6). */
function checkKey(of: Resource, body: unknown, number: number, findings: Findings): void {
  if (!isObject(body)) return;
  for (const name of new Set(['id', of.key.name])) {
    if (body[name] === undefined) continue;
    const at = input(name, findings);
    const given = parseKey(body[name]);
    if (given !== number) at.fault('MISMATCH', `must be ${number}, as in the path`);
  }
}

const parseKey = (value: unknown): number | undefined =>
  value === 0 ? 0 : parseReference(value, { ...input(), fault: () => undefined });
