import { isObject, type Json, type JsonObject } from '../../../../../../common/json';
import { cellFields, cellOf } from '../../import/formats/columns';
import type { Resource } from '../../resource/resource';

/** Which columns a table has. */
export interface TableOptions {
  /** Whether one is for the identifiers of the records at a source. */
  hasExternalId?: boolean;
}

/** The column names of a table: identifier and fields, in the order of their declaration. */
export const header = (resource: Resource, options: TableOptions): string[] =>
  Object.keys(cellFields(resource, options));

/** The cells of a record as texts that an import reads. An optional field without value is empty. */
export const cells = (resource: Resource, record: JsonObject, options: TableOptions): string[] =>
  Object.entries(cellFields(resource, options)).map(([name, field]) => {
    const value = record[name] ?? null;
    return value === null || (isEmpty(value) && !field.isRequired) ? '' : cellOf(field).write(value);
  });

const isEmpty = (value: Json): boolean =>
  Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
