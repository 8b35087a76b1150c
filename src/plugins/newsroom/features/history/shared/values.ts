import { isObject, type Json, type JsonObject } from '../../../../../common/json';
import type { FieldInfo } from './history';

/** The content type that a reference in this row refers to; undefined if unknown. */
export const uidOf = ({ of }: FieldInfo, row: JsonObject): string | undefined =>
  typeof of === 'object' ? of.uids[String(row[of.by])] : of;

/** The names in the API of a field: two if another one says what it refers to. */
export const storedNames = ({ name, of }: FieldInfo): string[] => (typeof of === 'object' ? [of.by, name] : [name]);

/** The items of a list, or the one value; none for null. */
export const itemsOf = (value: Json | undefined): Json[] =>
  Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];

/** The rows of a nested field. */
export const rowsOf = (value: Json | undefined): JsonObject[] => itemsOf(value).filter(isObject) as JsonObject[];

/** Every reference in a record or nested row. */
export function referencesIn(fields: FieldInfo[], row: JsonObject): { uid: string; number: number }[] {
  return fields.flatMap((field) => {
    const value = row[field.name];
    if (field.nested) return rowsOf(value).flatMap((nested) => referencesIn(field.nested ?? [], nested));
    const uid = field.kind === 'reference' ? uidOf(field, row) : undefined;
    if (!uid) return [];
    return itemsOf(value).flatMap((number) => (typeof number === 'number' ? [{ uid, number }] : []));
  });
}
