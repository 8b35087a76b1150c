import { createHash } from 'node:crypto';
import { isObject, type Json, type JsonObject } from '../../../../../common/json';

/**
 * What tells whether a record is still the same: its own canonical values, references as identifiers. What other records
 * that it names are called is none of it.
 */
export const fingerprint = (record: JsonObject): string =>
  createHash('md5')
    .update(JSON.stringify(sorted(record)))
    .digest('hex');

/** The same value with its keys in order: PostgreSQL keeps free-form JSON in another one. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value as JsonObject).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}
