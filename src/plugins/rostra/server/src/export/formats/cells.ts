import { isObject, type Json, type JsonObject } from '../../../../../../common/json';
import { cellFields, cellOf } from '../../import/formats/columns';
import type { Resource } from '../../resource/resource';

/** The names of a table's columns: identifier and fields, in the order of the declaration. */
export const header = (of: Resource): string[] => Object.keys(cellFields(of));

/** The cells of a record, as texts that the importer reads; what is not required and has no value is empty. */
export const cells = (of: Resource, record: JsonObject): string[] =>
  Object.entries(cellFields(of)).map(([name, field]) => {
    const value = record[name] ?? null;
    return value === null || (isNothing(value) && !field.isRequired) ? '' : cellOf(field).write(value);
  });

const isNothing = (value: Json): boolean =>
  Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
