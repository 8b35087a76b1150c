import { attributeOf } from '../fields/field';
import { column, type Scope, toMany, toOne } from '../sql/scope';
import { object, type Sql } from '../sql/sql';
import { resourceOf } from './registry';
import type { Resource } from './resource';

/** A computed part of an answer, as SQL over the record's row. */
export type Expression = (scope: Scope) => Sql;

/** Parts of an answer, in order: names of the resource's own fields, apart by spaces, or computed ones with their names. */
export type Shape = (string | Record<string, Expression>)[];

/** Declares the fields of an answer in the order of the specification. */
export const shape = (...parts: Shape): Shape => parts;

/** The record behind a to-one relation, with the named fields of its resource; null when there is none. */
export const pick =
  (attribute: string, fields: string, more: Record<string, Expression> = {}): Expression =>
  (scope) =>
    toOne(scope, attribute, (target) => summary(target, fields, more));

/** The records behind a relation, each with the named fields, in their order. */
export const pickAll =
  (attribute: string, fields: string): Expression =>
  (scope) =>
    toMany(scope, attribute, (target) => summary(target, fields));

/** An object with the named fields of the resource that a scope is open on. */
export function summary(scope: Scope, fields: string, more: Record<string, Expression> = {}): Sql {
  const of = resourceOf(scope.model.uid);
  if (!of) throw new Error(`no resource is declared for ${scope.model.uid}`);
  return object(expressions(of, [fields, more], scope));
}

/** The SQL of each part of a shape. */
export function expressions(of: Resource, parts: Shape, scope: Scope): Record<string, Sql> {
  const entries = parts.flatMap((part) =>
    typeof part === 'string'
      ? part.split(' ').map((name): [string, Sql] => [name, named(of, name, scope)])
      : Object.entries(part).map(([name, expression]): [string, Sql] => [name, expression(scope)]),
  );
  return Object.fromEntries(entries);
}

/** The names in a shape, in order. */
export const namesIn = (parts: Shape): string[] =>
  parts.flatMap((part) => (typeof part === 'string' ? part.split(' ') : Object.keys(part)));

function named(of: Resource, name: string, scope: Scope): Sql {
  if (name === of.key.name) return column(scope, of.key.attribute);
  const field = of.fields[name];
  if (!field) throw new Error(`${of.name} has no field "${name}"`);
  return field.read(scope, attributeOf(name, field));
}

/** Fields of a component row, picked like those of a resource: relations by `pick`, columns by name. */
export const parts = (names: string): Record<string, Expression> =>
  Object.fromEntries(names.split(' ').map((name) => [name, (scope: Scope) => column(scope, name)]));

/** Rows of a component, each with the given parts. */
export const pickRows =
  (attribute: string, entries: Record<string, Expression>): Expression =>
  (scope) =>
    toMany(scope, attribute, (target) =>
      object(Object.fromEntries(Object.entries(entries).map(([name, expression]) => [name, expression(target)]))),
    );

/** Time of creation or last change, in the resource's way to write timestamps. */
export const timeOf =
  (of: Resource, attribute: 'createdAt' | 'updatedAt'): Expression =>
  (scope) =>
    of.timestamps.read(scope, attribute);
