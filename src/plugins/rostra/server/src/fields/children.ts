import { isObject, type Json, type JsonObject } from '../../../../../common/json';
import { answerSchema, arrayOf, inputObject, objectOf } from '../resource/schema';
import { toMany } from '../sql/scope';
import { object, sql } from '../sql/sql';
import { rowsCell } from './cell';
import { attributeOf, type Field, field, type Schema } from './field';
import { parseItems } from './input';
import { numberOf, parseReference, ref } from './ref';
import { parseRow } from './rows';

/** Records of another kind that belong to this one, and are written and deleted with it. */
export interface Children {
  kind: string;
  /** The field of the child that names its parent. */
  parent: string;
  /** The field that tells which child is meant where a row comes without `id`. */
  match: string;
}

/**
 * Rows that are records of their own, with identifiers that last: the amendment directions and the questions of a topic.
 * A row with `id` means that child, one without is matched by `match`, else made; children not sent are removed
 * (decisions, 4.8). In order of `index`, then identifier.
 */
export function children({ kind, parent, match, fields }: Children & { fields: Record<string, Field> }): Field<never> {
  return field({
    kind: 'children',
    empty: [],
    children: { kind, parent, match },
    schema: arrayOf(
      objectOf({
        id: IDENTIFIER,
        ...Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, answerSchema(of)])),
      }),
    ),
    accepts: arrayOf(withIdentifier(inputObject(fields, { isWhole: true }))),
    parse: (value, at) => {
      if (!Array.isArray(value)) return at.fault('INVALID_TYPE', 'must be an array');
      const seen = new Set<Json>();
      return parseItems(value, at, (item, place) => {
        const { id, ...rest } = isObject(item) ? item : { id: undefined };
        const row = parseRow(fields, isObject(item) ? rest : item, place) ?? {};
        const number =
          id === undefined || id === null || id === 0 ? null : (parseReference(id, place.at('id')) ?? null);
        for (const key of [number, row[match] ?? null]) {
          if (key !== null && seen.has(key)) place.fault('DUPLICATE', `${key} stands in this list already`);
          seen.add(key);
        }
        return { id: number, ...row };
      });
    },
    withNames: (value, names, at) => names.rows(fields, value, at),
    cell: rowsCell({ id: ref(kind), ...fields }),
    read: (scope, attribute) =>
      toMany(
        scope,
        attribute,
        (target) =>
          object({
            id: numberOf(target),
            ...Object.fromEntries(
              Object.entries(fields).map(([name, of]) => [name, of.read(target, attributeOf(name, of))]),
            ),
          }),
        (target) => sql`${fields.index?.read(target, 'index') ?? sql`1`}, ${numberOf(target)}`,
      ),
    write: () => undefined,
  });
}

/** Gives rows without `id` that of the stored child which they match. */
export function matched(given: JsonObject[], stored: JsonObject[], { match }: Children): JsonObject[] {
  const taken = new Set(given.map((row) => row.id));
  return given.map((row) => {
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
