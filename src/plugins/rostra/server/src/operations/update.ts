import { isObject, type JsonObject, rowsIn } from '../../../../../common/json';
import { errors } from '../errors/errors';
import { type Findings, parseContext } from '../fields/parse-context';
import { parseReference } from '../fields/ref';
import type { Resource } from '../resource/resource';
import { draftCalls } from '../store/bulk/drafts';
import { type Call, type Run, runAll } from '../store/database';
import { lockForChange, readDetail, readFields, readStored } from '../store/read';
import { writeTransaction } from '../store/write-transaction';
import { childCalls, matchChildren } from './children';
import { etagOf, namesTag } from './etag';
import {
  canonicalFields,
  canonicalRecord,
  changedFields,
  checkCompanions,
  checkRules,
  columnFields,
  parseRecord,
} from './record';
import {
  childFields,
  draftFor,
  finalizeFields,
  readResult,
  reserveRows,
  resolveFields,
  type WriteResult,
} from './write';

/**
 * Updates the fields in a body that differ from what is stored (conventions 2.2), in one transaction that locks the record.
 * Errors: NOT_FOUND, PRECONDITION_FAILED when the record no longer matches `ifMatch`, INVALID_INPUT with every fault,
 * IN_USE when something refers to a row to be removed.
 */
export async function update(
  resource: Resource,
  publicId: number | undefined,
  body: unknown,
  ifMatch?: string,
): Promise<WriteResult> {
  if (publicId === undefined) throw errors.notFound();
  return writeTransaction(async (transaction) => {
    const { run, note, commit } = transaction;
    const columns = columnFields(resource, body);
    const [locked, before, isCurrent] = await Promise.all([
      lockForChange(resource, { publicId }, run),
      columns ? readFields(resource, columns, publicId, run) : readStored(resource, publicId, run),
      isMatched(resource, publicId, ifMatch, run),
    ]);
    if (!locked || before === undefined) throw errors.notFound();
    if (!isCurrent) throw errors.preconditionFailed();
    const stored = columns ? canonicalFields(resource, before) : canonicalRecord(resource, before).record;
    const { record: values, findings } = parseRecord(resource, body, { isWhole: false, stored });
    checkKey(resource, body, publicId, findings);
    matchChildren(resource, values, stored, findings);
    const candidates = changedFields(values, stored);
    const record: JsonObject = { ...stored, ...values };
    checkCompanions(resource, values, candidates, findings);
    if (candidates.length > 0) checkRules(resource, record, findings);
    const [resolved, takeRowId] = await Promise.all([
      resolveFields(resource, record, candidates, findings, transaction),
      reserveRows(resource, record, candidates, findings, { isNew: false, run }),
    ]);
    const changed = finalizeFields(resource, record, stored, candidates, resolved);
    const calls: Call[] = [];
    if (changed.length > 0) {
      const { rowId } = locked;
      note({ action: 'update', uid: resource.uid, rowId });
      const draft = draftFor(resource, record, changed, resolved);
      calls.push(...draftCalls(resource, [{ rowId, draft }], takeRowId));
      for (const name of childFields(resource).filter((each) => changed.includes(each))) {
        const rows = { parent: rowId, rows: rowsIn(record, name), stored: rowsIn(stored, name) };
        calls.push(...(await childCalls(resource, name, rows, transaction, takeRowId)));
      }
    }
    const [, result] = await Promise.all([
      runAll(calls, run),
      readResult(resource, publicId, findings.ignored, run),
      commit(),
    ]);
    return result;
  });
}

/** Whether `If-Match`, if there is one, names the record's detail, plain or with `?full` (conventions 4.2). */
export async function isMatched(
  resource: Resource,
  publicId: number,
  ifMatch: string | undefined,
  run: Run,
): Promise<boolean> {
  if (ifMatch === undefined) return true;
  const details = await Promise.all([false, true].map((isFull) => readDetail(resource, publicId, isFull, run)));
  return details.some((detail) => detail !== undefined && namesTag(ifMatch, etagOf(detail)));
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
