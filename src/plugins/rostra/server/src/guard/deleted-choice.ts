import { errors as strapiErrors } from '@strapi/utils';
import { allResources, resourceByName } from '../resource/registry';
import type { Run } from '../store/database';
import { listDeleted } from '../store/history/list';
import { infoOf } from '../store/strapi';

/** Strapi's words for a record that a relation is to contain, and that is not there any more. */
const UNKNOWN_DOCUMENT = /^Document with id "([^"]+)".* not found$/;

/**
 * The error of a write from the panel that chooses a record that has been deleted since: it names the record and the field. Other errors
 * stay as they are.
 * @param data what the form has sent
 */
export async function ofDeletedChoice(error: unknown, data: unknown, run: Run): Promise<unknown> {
  const [, document] = UNKNOWN_DOCUMENT.exec(error instanceof Error ? error.message : '') ?? [];
  if (document === undefined) return error;
  const [record] = await listDeleted({ resources: allResources().map(({ name }) => name), document, limit: 1 }, run);
  const what = record ? ` (${infoOf(resourceByName(record.resource).uid)?.displayName} ${record.publicId})` : '';
  const message = `未儲存：選了已被刪除的資料${what}，請移除後再儲存 — Not saved: a chosen record${what} has been deleted; remove it and save again`;
  const path = pathOf(data, document) ?? [];
  return new strapiErrors.ValidationError(message, { errors: [{ path, message, name: 'ValidationError' }] });
}

/** The path of the relation that is to contain a document: `['legislative_steps', '0', 'legislative_step']`. */
export function pathOf(data: unknown, document: string): string[] | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  if ((data as { documentId?: unknown }).documentId === document) return [];
  for (const [name, value] of Object.entries(data)) {
    const path = pathOf(value, document);
    if (!path) continue;
    return name === 'connect' || name === 'set' ? [] : [name, ...path];
  }
  return undefined;
}
