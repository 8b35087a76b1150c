import { attributeOf, type Field, type Schema } from '../fields/field';
import { modelOf } from '../sql/model';
import { column, type Scope } from '../sql/scope';
import type { Sql } from '../sql/sql';
import type { Expression } from './expression';
import type { Resource } from './resource';
import { answerSchema } from './schema';

/** The parts of an answer, in order: names of the resource's fields, or names with computed expressions. */
export type Shape<Name extends string = string, Relation extends string = string> = (
  | Name
  | Record<string, Expression<Relation>>
)[];

type ShapePart = string | Record<string, Expression>;

/** The names in a text, separated by spaces. */
type NamesInText<Text extends string> = Text extends `${infer Name} ${infer Rest}` ? Name | NamesInText<Rest> : Text;

type FollowedRelation<Parts extends ShapePart> =
  Parts extends Record<string, infer E> ? (E extends Expression<infer Relation> ? Relation : never) : never;

/** Declares the fields of an answer in the order of the specification; one text may hold several names, separated by spaces. */
export const shape = <Parts extends ShapePart[]>(...parts: Parts) =>
  parts.flatMap((part): ShapePart[] => (typeof part === 'string' ? part.split(' ') : [part])) as Shape<
    NamesInText<Extract<Parts[number], string>>,
    FollowedRelation<Exclude<Parts[number], string>>
  >;

/** The names of all fields, for a shape. */
export const fieldNames = <Name extends string>(fields: Record<Name, Field>) => Object.keys(fields) as Name[];

/** The SQL of each part of a shape. */
export function expressions(resource: Resource, parts: Shape, scope: Scope): Record<string, Sql> {
  const entries = parts.flatMap((part): [string, Sql][] =>
    typeof part === 'string'
      ? [[part, fieldSql(resource, part, scope)]]
      : Object.entries(part).map(([name, expression]) => [name, expression(scope)]),
  );
  return Object.fromEntries(entries);
}

/** The names in a shape, in order. */
export const namesIn = (parts: Shape): string[] =>
  parts.flatMap((part) => (typeof part === 'string' ? [part] : Object.keys(part)));

/** The schema of each part of a shape. */
export function schemas(resource: Resource, parts: Shape): Record<string, Schema> {
  const entries = parts.flatMap((part): [string, Schema][] =>
    typeof part === 'string'
      ? [[part, part === resource.key.name ? keySchema(resource) : answerSchema(fieldOf(resource, part))]]
      : Object.entries(part).map(([name, expression]) => [name, expression.schema(modelOf(resource.uid))]),
  );
  return Object.fromEntries(entries);
}

const keySchema = (resource: Resource): Schema => resource.key.field?.schema ?? { type: 'integer', minimum: 1 };

/** SQL: a field of the resource, or its public id. */
export function fieldSql(resource: Resource, name: string, scope: Scope): Sql {
  if (name === resource.key.name) return column(scope, resource.key.attribute);
  const field = fieldOf(resource, name);
  return field.read(scope, attributeOf(name, field));
}

function fieldOf(resource: Resource, name: string): Field {
  const field = resource.fields[name];
  if (!field) throw new Error(`${resource.name} has no field "${name}"`);
  return field;
}
