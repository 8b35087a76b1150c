import { createHash } from 'node:crypto';
import { isObject, type Json, type JsonObject } from '../../../../../common/json';

/**
 * A hash of a record's canonical values that tells whether the record has changed. References count by public id: renaming
 * a referenced record does not change the fingerprint, nor does the order of keys.
 */
export const fingerprint = (record: JsonObject): string =>
  createHash('md5')
    .update(JSON.stringify(sortKeys(record)))
    .digest('hex');

/** PostgreSQL does not keep the order of keys in free-form JSON. */
function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isObject(value)) return value;
  const entries = Object.entries(value as JsonObject).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sortKeys(each)]));
}
