import { UNREAD_HEADER } from '../../../../../common/change-position';
import { isObject, type Json, type JsonObject, tryParseJson } from '../../../../../common/json';
import { resourceAttribute } from '../operations/write';
import type { Resource } from '../resource/resource';
import type { Run } from '../store/database';
import { changedSince } from '../store/history/overwrites';
import { app } from '../store/strapi';
import { mergeJson } from './merged-json';

/** The record that a form writes, as it is stored. */
interface StoredRecord {
  documentId: string;
  publicId: number;
  record: JsonObject;
}

/**
 * What a save writes, where its editor has heard that others have changed rows in JSON that he may not read: their changes stay, and so does what of
 * his nobody contests. Rows that cannot be told apart stay as they are stored. Call it while the record is locked.
 */
export async function withUnreadTables(
  resource: Resource,
  { documentId, publicId, record }: StoredRecord,
  data: Record<string, unknown>,
  run: Run,
): Promise<Record<string, unknown>> {
  const ctx = app().requestContext.get();
  if (ctx?.method !== 'PUT' || ctx.params?.id !== documentId) return data;
  const since = shownChanges(ctx.get(UNREAD_HEADER));
  const written = { ...data };
  for (const [name, { inJson }] of Object.entries(resource.fields)) {
    const attribute = resourceAttribute(resource, name);
    const shown = since[attribute];
    if (!inJson || shown === undefined || !(attribute in data)) continue;
    const changed = await changedSince(resource, publicId, shown, run);
    if (!changed) continue;
    const states = { base: changed.shown[name], mine: data[attribute] as Json, theirs: record[name] };
    const merged = mergeJson(states, inJson);
    if (merged) written[attribute] = merged.theirs;
    else delete written[attribute];
  }
  return written;
}

/** The changes that the header names, by attribute. */
function shownChanges(header: string): Record<string, number> {
  const named = tryParseJson(header);
  if (!isObject(named)) return {};
  const valid = Object.entries(named).filter(([, change]) => Number.isSafeInteger(change) && Number(change) >= 0);
  return Object.fromEntries(valid) as Record<string, number>;
}
