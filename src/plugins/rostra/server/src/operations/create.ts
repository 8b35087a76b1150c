import { rowsIn } from '../../../../../common/json';
import type { Resource } from '../resource/resource';
import { transaction } from '../store/database';
import { documents } from '../store/strapi';
import { documentData, draftOf } from '../store/write';
import { matchChildren, writeChildren } from './children';
import { checkRules, parseRecord } from './record';
import {
  bypassGuard,
  childFields,
  finalizeFields,
  publicIdOfEntry,
  readResult,
  resolveFields,
  type WriteResult,
} from './write';

/** Creates a record from a body, in one transaction. Errors: INVALID_INPUT with every fault, CONFLICT for an identifier that is taken. */
export function create(resource: Resource, body: unknown): Promise<WriteResult> {
  return transaction(async (run) => {
    const { record, findings } = parseRecord(resource, body, { isWhole: true });
    matchChildren(resource, record, {}, findings);
    checkRules(resource, record, findings);
    const names = Object.keys(record);
    const resolved = await resolveFields(resource, record, names, findings, run);
    finalizeFields(resource, record, {}, names, resolved);
    return bypassGuard(async () => {
      const data = documentData(resource.uid, draftOf(resource, record, names, resolved.rowOf));
      const entry = await documents(resource.uid).create({ data });
      for (const name of childFields(resource)) {
        await writeChildren(resource, name, entry.id, rowsIn(record, name), [], run);
      }
      return readResult(resource, await publicIdOfEntry(resource, entry.documentId, run), findings.ignored, run);
    });
  });
}
