import { isEqual, isObject, type Json, type JsonObject } from '../../../../../common/json';
import type { Schema } from '../fields/field';

/**
 * Makes a value that fits a schema: the hint where it fits, else the schema's own example, else a minimal value. `siblings` are
 * the hints for the sibling fields: one holds the kind of record behind a polymorphic field.
 */
export function exampleOf(schema: Schema, hint?: Json, siblings: JsonObject = {}): Json {
  if (Array.isArray(schema.anyOf)) return exampleOf(selectSchema(schema.anyOf as Schema[], hint, siblings), hint);
  const types = typesOf(schema);
  const value = convertTime(schema, hint);
  if (Array.isArray(value) && types.includes('array')) return itemsOf(schema.items as Schema, value);
  if (isObject(value) && types.includes('object')) return objectOf(schema, value as JsonObject);
  if (isScalar(value) && fits(schema, types, value)) return value;
  if (Array.isArray(schema.examples)) return schema.examples[0] ?? null;
  return minimalValue(schema, types);
}

/** Selects the schema that matches the hint, else the one whose title a sibling holds, else the first. */
const selectSchema = (schemas: Schema[], hint: Json | undefined, siblings: JsonObject): Schema =>
  schemas.find((schema) => hint !== undefined && hint !== null && matches(schema, hint)) ??
  schemas.find(({ title }) => title !== undefined && Object.values(siblings).includes(title)) ??
  schemas[0] ??
  {};

/** Includes the required properties and those with a hint. */
function objectOf({ properties, required }: Schema, hint: JsonObject): Json {
  if (!isObject(properties)) return hint;
  const names = Object.keys(properties).filter(
    (name) => (Array.isArray(required) && required.includes(name)) || (hint[name] ?? null) !== null,
  );
  return Object.fromEntries(
    names.map((name): [string, Json] => [name, exampleOf(properties[name] as Schema, hint[name], hint)]),
  );
}

/** The maximum number of rows in an example. */
const MAX_ROWS = 3;

/** One item for each distinct hint; a single made-up one if no hint matches. */
function itemsOf(items: Schema, hints: Json[]): Json {
  const examples = hints.filter((hint) => matches(items, hint)).map((hint) => exampleOf(items, hint));
  if (examples.length === 0) return [exampleOf(items)];
  const isNew = (item: Json, index: number) => examples.findIndex((other) => isEqual(other, item)) === index;
  return examples.filter(isNew).slice(0, isObject(examples[0]) ? MAX_ROWS : examples.length);
}

/** Whether a hint has the right type and, if it is an object, at least one of the properties. */
function matches(schema: Schema, hint: Json): boolean {
  if (Array.isArray(schema.anyOf)) return (schema.anyOf as Schema[]).some((each) => matches(each, hint));
  if (!typesOf(schema).includes(typeOf(hint))) return false;
  const { properties } = schema;
  return !isObject(properties) || !isObject(hint) || Object.keys(hint).some((name) => name in properties);
}

const typesOf = ({ type }: Schema): Json[] => [type ?? []].flat();

function minimalValue(schema: Schema, types: Json[]): Json {
  if (types.includes('object')) return objectOf(schema, {});
  if (types.includes('array')) return [exampleOf(schema.items as Schema)];
  if (types.includes('null')) return null;
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null;
  if (types.includes('integer')) return Math.max(0, Number(schema.minimum ?? 0));
  if (types.includes('boolean')) return false;
  return schema.format === 'date-time' ? '2016-02-01T00:00:00.000Z' : '…';
}

/** Converts a time into the format of the schema, because sample records may use another. */
function convertTime({ format }: Schema, hint: Json | undefined): Json | undefined {
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
