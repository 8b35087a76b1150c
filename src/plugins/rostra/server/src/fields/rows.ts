import { isObject, type Json, type JsonObject } from '../../../../../common/json';
import { mapValues } from '../../../../../common/maps';
import { answerSchema, arrayOf, inputObject, objectOf } from '../resource/schema';
import { column, type Scope, toMany } from '../sql/scope';
import { object, type Sql, sql } from '../sql/sql';
import { rowsCell } from './cell';
import { attributeOf, defineField, draft, type Field, parseValue } from './field';
import type { NameResolver } from './name-resolver';
import { type ParseContext, parseItems, type Reference } from './parse-context';

/**
 * Nested rows: an array of objects with fields of their own, stored in a component and replaced as a whole. In input order,
 * or sorted by the integer field `by`.
 */
export function rows(fields: Record<string, Field>, { by }: { by?: string } = {}): Field<never> {
  const stored = Object.entries(fields).filter(([, field]) => !field.isDerived);
  const readRows = (scope: Scope, attribute: string, columns: Record<string, Field>): Sql =>
    toMany(
      scope,
      attribute,
      (target) => object(mapValues(columns, (field, name) => field.read(target, attributeOf(name, field)))),
      (target, order) => (by === undefined ? order : sql`${column(target, by)}, ${order}`),
    );
  return defineField({
    ...nestedRows(fields),
    kind: 'rows',
    nested: fields,
    ...(by === undefined ? {} : { sortedBy: by, finalize: (value) => sortedBy(value as JsonObject[], by) }),
    read: (scope, attribute) => readRows(scope, attribute, fields),
    state: (scope, attribute) => readRows(scope, attribute, Object.fromEntries(stored)),
    write: (into, attribute, value, rowOf) => {
      into.rows[attribute] = (value as JsonObject[]).map((row) => {
        const nested = draft();
        for (const [name, field] of stored)
          field.write(nested, attributeOf(name, field), row[name] ?? field.empty, rowOf, row);
        return nested;
      });
    },
    referencePaths: (attribute, name) =>
      stored.flatMap(([nested, field]) =>
        (field.referencePaths?.(attributeOf(nested, field), `${name}[].${nested}`) ?? []).map((path) => ({
          ...path,
          attributes: [attribute, ...path.attributes],
        })),
      ),
    implies: () => Object.assign({}, ...Object.values(fields).map((field) => field.implies?.() ?? {})),
  });
}

/** What fields of nested rows share, however the rows are stored. */
export const nestedRows = (fields: Record<string, Field>) => ({
  empty: [],
  schema: arrayOf(objectOf(mapValues(fields, answerSchema))),
  accepts: arrayOf(inputObject(fields, { isWhole: true })),
  parse: (value: unknown, context: ParseContext) => {
    if (!Array.isArray(value)) return context.fault('INVALID_TYPE', 'must be an array');
    return parseItems(value, context, (item, place) => parseRow(fields, item, place) ?? {});
  },
  resolveNames: (value: unknown, names: NameResolver, context: ParseContext) => names.rows(fields, value, context),
  cell: rowsCell(fields),
  references: (value: Json, path: string): Reference[] =>
    (value as JsonObject[]).flatMap((row, index) =>
      Object.entries(fields).flatMap(
        ([name, field]) => field.references?.(row[name] ?? field.empty, `${path}[${index}].${name}`, row) ?? [],
      ),
    ),
});

const sortedBy = (rows: JsonObject[], by: string): JsonObject[] =>
  [...rows].sort((a, b) => Number(a[by] ?? 0) - Number(b[by] ?? 0));

/**
 * The canonical form of an object with these fields, without derived ones. Notes unknown keys. Omits invalid values after
 * noting their faults, so that the rest can still be checked.
 */
export function parseRow(fields: Record<string, Field>, value: unknown, context: ParseContext): JsonObject | undefined {
  if (!isObject(value)) return context.fault('INVALID_TYPE', 'must be an object');
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(fields, key)) context.ignore(key);
  }
  const row: JsonObject = {};
  for (const [name, field] of Object.entries(fields)) {
    const parsed: Json | undefined = parseValue(field, value[name], context.child(name), value);
    if (parsed !== undefined && !field.isDerived) row[name] = parsed;
  }
  return row;
}
