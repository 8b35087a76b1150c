import { isEqual, isObject, type Json, type JsonObject } from '../../../../../common/json';

/** A place in an object whose value differs: `items[2].name`. A side without it is undefined. */
export interface ChangedKey {
  path: string;
  before: Json | undefined;
  after: Json | undefined;
}

/** Finds the places where two objects differ, as deep as both have objects, or lists of objects of the same length. */
export function changedKeys(before: JsonObject, after: JsonObject, path = ''): ChangedKey[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => compare(ownValue(before, name), ownValue(after, name), path && `${path}.`, name));
}

/** How many keys two objects have in common, with the same value. */
export const sameKeys = (before: JsonObject, after: JsonObject): number =>
  Object.keys(before).filter((name) => Object.hasOwn(after, name) && isEqual(before[name], after[name])).length;

const ownValue = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

function compare(before: Json | undefined, after: Json | undefined, prefix: string, name: string): ChangedKey[] {
  if (isEqual(before, after)) return [];
  const path = prefix + name;
  if (isObject(before) && isObject(after)) return changedKeys(before as JsonObject, after as JsonObject, path);
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length && before.every(isObject))
    return before.flatMap((item, index) => compare(item, after[index], path, `[${index}]`));
  return [{ path, before, after }];
}
