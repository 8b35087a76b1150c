import { isEqual, isObject, type Json, type JsonObject } from '../../../../../common/json';
import type { Schema } from '../fields/field';

/**
 * A value that fits a schema: what `hint` has for it where that fits, else the schema's own example, else the least that
 * there can be. `beside` are the hints for its siblings, which tell what kind of record a polymorphic field holds.
 */
export function exampleOf(schema: Schema, hint?: Json, beside: JsonObject = {}): Json {
  if (Array.isArray(schema.anyOf)) return exampleOf(chosen(schema.anyOf as Schema[], hint, beside), hint);
  const types = typesOf(schema);
  const given = inTheWayOf(schema, hint);
  if (Array.isArray(given) && types.includes('array')) return itemsOf(schema.items as Schema, given);
  if (isObject(given) && types.includes('object')) return objectOf(schema, given as JsonObject);
  if (isScalar(given) && fits(schema, types, given)) return given;
  if (Array.isArray(schema.examples)) return schema.examples[0] ?? null;
  return leastOf(schema, types);
}

/** Of several schemas the one that a hint is for, else the one with the title that a sibling names, else the first. */
const chosen = (schemas: Schema[], hint: Json | undefined, beside: JsonObject): Schema =>
  schemas.find((schema) => hint !== undefined && hint !== null && isFor(schema, hint)) ??
  schemas.find(({ title }) => title !== undefined && Object.values(beside).includes(title)) ??
  schemas[0] ??
  {};

/** Required properties, and those that there are hints for. */
function objectOf({ properties, required }: Schema, hint: JsonObject): Json {
  if (!isObject(properties)) return hint;
  const names = Object.keys(properties).filter(
    (name) => (Array.isArray(required) && required.includes(name)) || (hint[name] ?? null) !== null,
  );
  return Object.fromEntries(
    names.map((name): [string, Json] => [name, exampleOf(properties[name] as Schema, hint[name], hint)]),
  );
}

/** How many rows an example has at most. */
const MOST_ROWS = 3;

/** An item for each hint, none twice; one that shows what there could be where no hint is of the right type. */
function itemsOf(items: Schema, hints: Json[]): Json {
  const made = hints.filter((hint) => isFor(items, hint)).map((hint) => exampleOf(items, hint));
  if (made.length === 0) return [exampleOf(items)];
  const isNew = (item: Json, index: number) => made.findIndex((other) => isEqual(other, item)) === index;
  return made.filter(isNew).slice(0, isObject(made[0]) ? MOST_ROWS : made.length);
}

/** Whether a hint is of the right type and, for an object, has any of its properties. */
function isFor(schema: Schema, hint: Json): boolean {
  if (Array.isArray(schema.anyOf)) return (schema.anyOf as Schema[]).some((each) => isFor(each, hint));
  if (!typesOf(schema).includes(typeOf(hint))) return false;
  const { properties } = schema;
  return !isObject(properties) || !isObject(hint) || Object.keys(hint).some((name) => name in properties);
}

const typesOf = ({ type }: Schema): Json[] => [type ?? []].flat();

function leastOf(schema: Schema, types: Json[]): Json {
  if (types.includes('object')) return objectOf(schema, {});
  if (types.includes('array')) return [exampleOf(schema.items as Schema)];
  if (types.includes('null')) return null;
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null;
  if (types.includes('integer')) return Math.max(0, Number(schema.minimum ?? 0));
  if (types.includes('boolean')) return false;
  return schema.format === 'date-time' ? '2016-02-01T00:00:00.000Z' : '…';
}

/** Points in time as the schema has them: sample records may write them otherwise. */
function inTheWayOf({ format }: Schema, hint: Json | undefined): Json | undefined {
  if (typeof hint !== 'string' && typeof hint !== 'number') return hint;
  const date = new Date(hint);
  if (Number.isNaN(date.getTime())) return hint;
  if (format === 'date-time') return date.toISOString();
  return format === 'int64' ? date.getTime() : hint;
}

const fits = (schema: Schema, types: Json[], value: boolean | number | string): boolean =>
  types.includes(typeOf(value)) && (!Array.isArray(schema.enum) || schema.enum.includes(value));

const isScalar = (value: Json | undefined): value is boolean | number | string =>
  ['boolean', 'number', 'string'].includes(typeof value);

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
