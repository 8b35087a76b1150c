import { rowsIn } from '../../../../../common/json';
import type { Resource } from '../resource/resource';
import { transaction } from '../store/database';
import { documents } from '../store/strapi';
import { documentData, draftOf } from '../store/write';
import { whileChecked } from './checked';
import { matchChildren, writeChildren } from './children';
import { checkRules, parseRecord } from './record';
import { answerOf, childFields, numberOfEntry, resolveFields, settle, type Written } from './write';

/**
 * Makes a record from a body. Errors: INVALID_INPUT with every fault, CONFLICT for an identifier that is taken.
 * All or nothing: one transaction.
 */
export function create(of: Resource, body: unknown): Promise<Written> {
  return transaction(async (run) => {
    const { record, findings } = parseRecord(of, body, { isWhole: true });
    matchChildren(of, record, {}, findings);
    checkRules(of, record, findings);
    const names = Object.keys(record);
    const resolved = await resolveFields(of, record, names, findings, run);
    settle(of, record, {}, names, resolved);
    return whileChecked(async () => {
      const data = documentData(of.uid, draftOf(of, record, names, resolved.rowOf));
      const entry = await documents(of.uid).create({ data });
      for (const name of childFields(of)) {
        await writeChildren(of, name, entry.id, rowsIn(record, name), [], run);
      }
      return answerOf(of, await numberOfEntry(of, entry.documentId, run), findings.ignored, run);
    });
  });
}
