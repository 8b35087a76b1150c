/** Any value that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  [key: string]: Json;
}

/** Whether a value is a JSON object: neither an array nor null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON; undefined if the text is not JSON. */
export function tryParseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Whether two JSON values are equal; the order of keys does not matter, the order of items does. */
export function isEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  }
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    return keys.length === Object.keys(b).length && keys.every((key) => key in b && isEqual(a[key], b[key]));
  }
  return false;
}

/** A text that two values have in common if they are equal: JSON with sorted keys. */
export const textOfValue = (value: Json): string =>
  JSON.stringify(value, (_, each) =>
    isObject(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  );

/** The rows of a record's field; empty if it has none. */
export const rowsIn = (record: JsonObject, name: string): JsonObject[] => (record[name] ?? []) as JsonObject[];

/** The properties with these names; null where the object has none. */
export const pick = (object: JsonObject, names: string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, object[name] ?? null]));

/** The properties with these names that the object has. */
export const pickPresent = (object: JsonObject, names: string[]): JsonObject =>
  Object.fromEntries(names.flatMap((name) => (name in object ? [[name, object[name] ?? null]] : [])));
