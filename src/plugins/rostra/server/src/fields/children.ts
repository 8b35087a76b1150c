import { isObject, type Json, type JsonObject } from '../../../../../common/json';
import { mapValues } from '../../../../../common/maps';
import { answerSchema, arrayOf, inputObject, objectOf } from '../resource/schema';
import { toMany } from '../sql/scope';
import { object, sql } from '../sql/sql';
import { rowsCell } from './cell';
import { attributeOf, defineField, type Field, type Schema } from './field';
import { parseItems } from './parse-context';
import { parseReference, publicIdOf, ref } from './ref';
import { parseRow } from './rows';

/** Records of another kind that belong to this one: written and deleted with it. */
export interface Children {
  kind: string;
  /** The field of the child that refers to its parent. */
  parent: string;
  /** The field that identifies the child of a row without `id`. */
  match: string;
}

/**
 * Rows that are records with identifiers of their own: the amendment directions and questions of a topic. A body updates,
 * creates and deletes them (conventions 4.8). Sorted by `index`, then identifier.
 */
export function children({ kind, parent, match, fields }: Children & { fields: Record<string, Field> }): Field<never> {
  return defineField({
    kind: 'children',
    empty: [],
    children: { kind, parent, match },
    schema: arrayOf(
      objectOf({
        id: IDENTIFIER,
        ...mapValues(fields, answerSchema),
      }),
    ),
    accepts: arrayOf(withIdentifier(inputObject(fields, { isWhole: true }))),
    parse: (value, context) => {
      if (!Array.isArray(value)) return context.fault('INVALID_TYPE', 'must be an array');
      const seen = new Set<Json>();
      return parseItems(value, context, (item, place) => {
        const { id, ...rest } = isObject(item) ? item : { id: undefined };
        const row = parseRow(fields, isObject(item) ? rest : item, place) ?? {};
        const publicId =
          id === undefined || id === null || id === 0 ? null : (parseReference(id, place.child('id')) ?? null);
        for (const key of [publicId, row[match] ?? null]) {
          if (key !== null && seen.has(key)) place.fault('DUPLICATE', `${key} is listed more than once`);
          seen.add(key);
        }
        return { id: publicId, ...row };
      });
    },
    resolveNames: (value, names, context) => names.rows(fields, value, context),
    cell: rowsCell({ id: ref(kind), ...fields }),
    read: (scope, attribute) =>
      toMany(
        scope,
        attribute,
        (target) =>
          object({
            id: publicIdOf(target),
            ...mapValues(fields, (field, name) => field.read(target, attributeOf(name, field))),
          }),
        (target) => sql`${fields.index?.read(target, 'index') ?? sql`1`}, ${publicIdOf(target)}`,
      ),
    write: () => undefined,
  });
}

/** Gives rows without `id` the one of the stored child they match. */
export function matchRows(rows: JsonObject[], stored: JsonObject[], { match }: Children): JsonObject[] {
  const taken = new Set(rows.map((row) => row.id));
  return rows.map((row) => {
    if (row.id !== null) return row;
    const found = stored.find((child) => child[match] === row[match] && !taken.has(child.id ?? null));
    return found ? { ...row, id: found.id ?? null } : row;
  });
}

const IDENTIFIER = { type: 'integer', minimum: 1 };

const withIdentifier = (schema: Schema): Schema => ({
  ...schema,
  properties: { id: IDENTIFIER, ...(schema.properties as JsonObject) },
});
