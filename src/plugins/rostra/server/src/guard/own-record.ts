import type { Json, JsonObject } from '../../../../../common/json';
import type { Field } from '../fields/field';
import { resourceAttribute } from '../operations/write';
import { isIdList, ownItems, theirItems } from './merged-lists';
import type { WrittenSave } from './written-save';

/** The record as a save would have left it, had others written nothing since its form was loaded. */
export function ownRecord(save: WrittenSave): JsonObject {
  const { resource, shown, after, data } = save;
  const names = Object.keys(resource.fields).filter((name) => {
    const { choice, partner } = resource.fields[name] as Field;
    // What the save makes of these is in the record by itself.
    return !choice && !partner;
  });
  const isWritten = (name: string) => resourceAttribute(resource, name) in data;
  const values = names.map((name) => [
    name,
    (isWritten(name) ? ownValue(save, name) : shown[name]) ?? after[name] ?? null,
  ]);
  return { ...after, ...Object.fromEntries(values) };
}

function ownValue({ shown, theirs, after, nested, tables }: WrittenSave, name: string): Json | undefined {
  const lists = [shown[name], theirs[name], after[name]];
  if (lists.every(isIdList)) return ownItems(...(lists as [Json[], Json[], Json[]]));
  return tables.get(name)?.own ?? nested.get(name)?.outcome.apart.rows;
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
