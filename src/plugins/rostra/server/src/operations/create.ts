import { rowsIn } from '../../../../../common/json';
import type { Resource } from '../resource/resource';
import { draftCalls } from '../store/bulk/drafts';
import { insertCall } from '../store/bulk/entries';
import { runAll } from '../store/database';
import { writeTransaction } from '../store/write-transaction';
import { childCalls, matchChildren } from './children';
import { checkRules, parseRecord } from './record';
import {
  childFields,
  draftFor,
  finalizeFields,
  readCreated,
  reserveRows,
  resolveFields,
  tableOf,
  type WriteResult,
} from './write';

/** Creates a record from a body, in one transaction. Errors: INVALID_INPUT with every fault, CONFLICT for an identifier that is taken. */
export function create(resource: Resource, body: unknown): Promise<WriteResult> {
  return writeTransaction(async (transaction) => {
    const { run, note, commit } = transaction;
    const { record, findings } = parseRecord(resource, body, { isWhole: true });
    matchChildren(resource, record, {}, findings);
    checkRules(resource, record, findings);
    const names = Object.keys(record);
    const [resolved, takeRowId] = await Promise.all([
      resolveFields(resource, record, names, findings, transaction),
      reserveRows(resource, record, names, findings, { isNew: true, run }),
    ]);
    finalizeFields(resource, record, {}, names, resolved);
    const rowId = takeRowId(tableOf(resource));
    const { values, ...nested } = draftFor(resource, record, names, resolved);
    const calls = [
      insertCall(resource, [{ publicId: null, rowId, values }]),
      ...draftCalls(resource, [{ rowId, draft: { values: {}, ...nested }, isNew: true }], takeRowId),
    ];
    note({ action: 'create', uid: resource.uid, rowId });
    for (const name of childFields(resource)) {
      const rows = { parent: rowId, rows: rowsIn(record, name), stored: [] };
      calls.push(...(await childCalls(resource, name, rows, transaction, takeRowId)));
    }
    const [, created] = await Promise.all([
      runAll(calls, run),
      readCreated(resource, rowId, findings.ignored, run),
      commit(),
    ]);
    return created;
  });
}
