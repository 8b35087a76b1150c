import { isEqual, isObject, type Json, type JsonObject, tryParseJson } from '../../../../../common/json';

/**
 * The attributes of a form's values that its editor has changed, compared with the record as the form has loaded it. Relations are sent as
 * what to connect and to disconnect: they are unchanged if that is nothing. In doubt, an attribute counts as changed.
 * @param rows the attributes that hold nested rows: of their stored rows, only what has changed is returned
 */
export const changedValues = (values: JsonObject, loaded: JsonObject, rows: string[] = []): JsonObject =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => !isUnchanged(value, loaded[name]))
      .map(([name, value]) => [name, rows.includes(name) ? changedRows(value, loaded[name]) : value]),
  );

/** Whether a relation connects and disconnects nothing. */
export const isNoLink = (value: Json): boolean =>
  isObject(value) &&
  Object.keys(value).length === 2 &&
  [value.connect, value.disconnect].every((links) => Array.isArray(links) && links.length === 0);

function changedRows(value: Json, loaded: Json | undefined): Json {
  if (!Array.isArray(value) || !Array.isArray(loaded)) return value;
  return (value as JsonObject[]).map((row) => {
    const stored = (loaded as JsonObject[]).find(({ id }) => id !== undefined && id === row.id);
    if (!stored) return row;
    const changed = Object.entries(row).filter(([name, each]) => name !== KEY && !isUnchanged(each, stored[name]));
    return { ...Object.fromEntries(changed), id: row.id ?? null };
  });
}

/** What Strapi's form adds to a row. */
const KEY = '__temp_key__';

function isUnchanged(value: Json, loaded: Json | undefined): boolean {
  if (isNoLink(value)) return true;
  const stored = loaded ?? null;
  if (value === null || stored === null) return value === stored;
  if (Array.isArray(value) && Array.isArray(stored))
    return value.length === stored.length && value.every((item, index) => isUnchanged(item, stored[index]));
  if (isObject(value)) {
    const row = value as JsonObject;
    // Of a stored row, a form sends the fields that it shows, besides a key of its own.
    if (isObject(stored) && row.id !== undefined && row.id === stored.id)
      return Object.keys(row).every(
        (name) => name === KEY || isUnchanged(row[name] ?? null, (stored as JsonObject)[name]),
      );
    return isEqual(value, stored);
  }
  if (typeof value === 'string' && typeof stored === 'object') return isEqual(tryParseJson(value), stored);
  return typeof value !== 'object' && typeof stored !== 'object' && String(value) === String(stored);
}
