import type { JsonObject } from '../../../../../common/json';
import { attributeOf, type Draft, draft, type RowIdOf } from '../fields/field';
import type { Resource } from '../resource/resource';

/** The columns, links and nested rows to write for the changed fields of a record. */
export function draftOf(resource: Resource, record: JsonObject, changed: string[], rowOf: RowIdOf): Draft {
  const result = draft();
  for (const name of changed) {
    const field = resource.fields[name];
    if (field) field.write(result, attributeOf(name, field), record[name] ?? field.empty, rowOf, record);
  }
  return result;
}
