import { isObject, type Json, type JsonObject } from '../../../../../common/json';
import type { Field } from '../fields/field';
import { resourceAttribute } from '../operations/write';
import { resourceByKind } from '../resource/registry';
import type { Run } from '../store/database';
import { readLinked } from '../store/linked-records';
import { isIdList, theirItems, without } from './merged-lists';
import type { WrittenSave } from './written-save';

/** The record as a save would have left it, had others written nothing since its form was loaded. Two statements for each list of records that it writes. */
export async function ownRecord(save: WrittenSave, run: Run): Promise<JsonObject> {
  const { resource, shown, after, data } = save;
  const own: JsonObject = { ...after };
  for (const [name, field] of Object.entries(resource.fields)) {
    // What the save makes of these is in the record by itself.
    if (field.choice || field.partner) continue;
    const isWritten = resourceAttribute(resource, name) in data;
    const value = isWritten ? await ownValue(save, name, field, run) : shown[name];
    own[name] = value === undefined ? (after[name] ?? null) : value;
  }
  return own;
}

async function ownValue(
  { resource, shown, data, nested, tables }: WrittenSave,
  name: string,
  field: Field,
  run: Run,
): Promise<Json | undefined> {
  const [before, links] = [shown[name], data[resourceAttribute(resource, name)]];
  // Both may have added or removed the same, so this does not follow from what is stored.
  const [reference] = field.references && !field.nested ? field.references([0], name, {}) : [];
  if (reference && isIdList(before) && isObject(links)) {
    const target = resourceByKind(reference.kind);
    const idsIn = async (list: unknown) =>
      Array.isArray(list) ? [...(await readLinked(target, list, run)).values()] : [];
    const [added, removed] = [await idsIn(links.connect), await idsIn(links.disconnect)];
    return [...without(before, [...added, ...removed]), ...added];
  }
  return tables.get(name)?.own ?? nested.get(name)?.own;
}

/**
 * The values of fields that both have changed where the others' changes stay. Nested rows as they are stored, although those that only the editor
 * has changed stay as well.
 */
export const theirValues = ({ shown, theirs, after, tables }: WrittenSave, names: string[]): JsonObject =>
  Object.fromEntries(
    names.map((name) => {
      const [before, their = null, own] = [shown[name], theirs[name], after[name]];
      const isList = isIdList(before) && isIdList(their) && isIdList(own);
      return [name, tables.get(name)?.theirs ?? (isList ? theirItems(before, their, own) : their)];
    }),
  );
