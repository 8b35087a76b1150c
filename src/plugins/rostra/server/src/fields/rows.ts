import { isObject, type Json, type JsonObject } from '../../../../../common/json';
import { mapValues } from '../../../../../common/maps';
import { answerSchema, arrayOf, inputObject, objectOf } from '../resource/schema';
import { column, toMany } from '../sql/scope';
import { object, sql } from '../sql/sql';
import { rowsCell } from './cell';
import { attributeOf, draft, type Field, field, parseValue } from './field';
import { type Input, parseItems } from './input';

/**
 * Nested rows: an array of objects with fields of their own, kept in a component and replaced as a whole. In the order
 * given, or in that of the integer field `by`.
 */
export function rows(fields: Record<string, Field>, { by }: { by?: string } = {}): Field<never> {
  const kept = Object.entries(fields).filter(([, of]) => !of.isDerived);
  return field({
    kind: 'rows',
    nested: fields,
    empty: [],
    schema: arrayOf(objectOf(Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, answerSchema(of)])))),
    accepts: arrayOf(inputObject(fields, { isWhole: true })),
    parse: (value, at) => {
      if (!Array.isArray(value)) return at.fault('INVALID_TYPE', 'must be an array');
      return parseItems(value, at, (item, place) => parseRow(fields, item, place) ?? {});
    },
    withNames: (value, names, at) => names.rows(fields, value, at),
    ...(by === undefined ? {} : { settle: (value) => sortedBy(value as JsonObject[], by) }),
    cell: rowsCell(fields),
    read: (scope, attribute) =>
      toMany(
        scope,
        attribute,
        (target) => object(mapValues(fields, (of, name) => of.read(target, attributeOf(name, of)))),
        (target, order) => (by === undefined ? order : sql`${column(target, by)}, ${order}`),
      ),
    write: (into, attribute, value, rowOf) => {
      into.rows[attribute] = (value as JsonObject[]).map((row) => {
        const nested = draft();
        for (const [name, of] of kept) of.write(nested, attributeOf(name, of), row[name] ?? of.empty, rowOf, row);
        return nested;
      });
    },
    references: (value, path) =>
      (value as JsonObject[]).flatMap((row, index) =>
        kept.flatMap(([name, of]) => of.references?.(row[name] ?? of.empty, `${path}[${index}].${name}`, row) ?? []),
      ),
    refers: (attribute, name) =>
      kept.flatMap(([nested, of]) =>
        (of.refers?.(attributeOf(nested, of), `${name}[].${nested}`) ?? []).map((refers) => ({
          ...refers,
          attributes: [attribute, ...refers.attributes],
        })),
      ),
    implies: () => Object.assign({}, ...Object.values(fields).map((of) => of.implies?.() ?? {})),
  });
}

const sortedBy = (rows: JsonObject[], by: string): JsonObject[] =>
  [...rows].sort((a, b) => Number(a[by] ?? 0) - Number(b[by] ?? 0));

/**
 * The canonical form of one object with the given fields, derived ones left out; names what it does not know. What is
 * wrong is left out after its fault was noted, so that the rest can still be checked.
 */
export function parseRow(fields: Record<string, Field>, value: unknown, at: Input): JsonObject | undefined {
  if (!isObject(value)) return at.fault('INVALID_TYPE', 'must be an object');
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(fields, key)) at.ignore(key);
  }
  const row: JsonObject = {};
  for (const [name, of] of Object.entries(fields)) {
    const parsed: Json | undefined = parseValue(of, value[name], at.at(name), value);
    if (parsed !== undefined && !of.isDerived) row[name] = parsed;
  }
  return row;
}
