import { mapValues } from '../../../../../common/maps';
import { attributeOf, type Field, type Schema } from '../fields/field';
import { attributeFor, type OneOf } from '../fields/one-of';
import { type Model, model, relationOf } from '../sql/model';
import { column, type Scope, toMany, toOne } from '../sql/scope';
import { object, type Sql, sql } from '../sql/sql';
import { resourceOf } from './registry';
import type { Resource } from './resource';
import { sampleOf, withExamples } from './samples';
import { answerSchema, arrayOf, objectOf, orNull } from './schema';

/** A computed part of an answer: its SQL over the record's row, and its schema. */
export interface Expression {
  (scope: Scope): Sql;
  /** `of` is the model that the row belongs to. */
  schema(of: Model): Schema;
}

/** Makes an expression. */
export const computed = (read: (scope: Scope) => Sql, schema: Schema | ((of: Model) => Schema)): Expression =>
  Object.assign((scope: Scope) => read(scope), { schema: typeof schema === 'function' ? schema : () => schema });

/** Parts of an answer, in order: names of the resource's own fields, apart by spaces, or computed ones with their names. */
export type Shape = (string | Record<string, Expression>)[];

/** Declares the fields of an answer in the order of the specification. */
export const shape = (...parts: Shape): Shape => parts;

/** The record behind a to-one relation, with the named fields of its resource; null when there is none. */
export const pick = (attribute: string, fields: string): Expression =>
  computed(
    (scope) => toOne(scope, attribute, (target) => summary(target, fields)),
    (of) => orNull(summarySchema(relationOf(of, attribute).to, fields)),
  );

/** The records behind a relation, each with the named fields, in their order or by the given ones. */
export const pickAll = (attribute: string, fields: string, orderBy?: (target: Scope) => Sql): Expression =>
  computed(
    (scope) => toMany(scope, attribute, (target) => summary(target, fields), orderBy),
    (of) => arrayOf(summarySchema(relationOf(of, attribute).to, fields)),
  );

/** The record that a polymorphic reference names, in the shape of its type; null when there is none. */
export function pickOneOf(definition: OneOf, shapes: Record<string, Shape>): Expression {
  const options = Object.entries(definition.options).map(([type, kind]) => ({
    type,
    attribute: attributeFor(definition, kind),
    shape: shapes[type] ?? [],
  }));
  return computed(
    (scope) =>
      sql`coalesce(${sql.join(
        options.map(({ attribute, shape }) =>
          toOne(scope, attribute, (target) => object(expressions(known(target.model), shape, target))),
        ),
      )})`,
    (of) => {
      const anyOf = options.map(({ type, attribute, shape }) => {
        const { to } = relationOf(of, attribute);
        return { title: type, ...objectOf(exampled(known(to), shape)) };
      });
      return definition.isRequired ? { anyOf } : { anyOf: [...anyOf, { type: 'null' }] };
    },
  );
}

/** A field of the resource under another name. */
export const renamed = (field: string): Expression =>
  computed(
    (scope) => named(known(scope.model), field, scope),
    (of) => schemas(known(of), [field])[field] ?? {},
  );

/** An object with the named fields of the resource that a scope is open on. */
export const summary = (scope: Scope, fields: string): Sql => object(expressions(known(scope.model), [fields], scope));

/** The schema of such an object. */
export const summarySchema = (of: Model, fields: string): Schema => objectOf(exampled(known(of), [fields]));

function known(of: Model): Resource {
  const found = resourceOf(of.uid);
  if (!found) throw new Error(`no resource is declared for ${of.uid}`);
  return found;
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

/** The schema of each part of a shape. */
export function schemas(of: Resource, parts: Shape): Record<string, Schema> {
  const entries = parts.flatMap((part) =>
    typeof part === 'string'
      ? part
          .split(' ')
          .map((name): [string, Schema] => [
            name,
            name === of.key.name ? keySchema(of) : answerSchema(fieldOf(of, name)),
          ])
      : Object.entries(part).map(([name, expression]): [string, Schema] => [name, expression.schema(model(of.uid))]),
  );
  return Object.fromEntries(entries);
}

/** The same with values of a sample record: in another resource's answer nothing else would tell them. */
const exampled = (of: Resource, parts: Shape): Record<string, Schema> => withExamples(schemas(of, parts), sampleOf(of));

const keySchema = (of: Resource): Schema => of.key.field?.schema ?? { type: 'integer', minimum: 1 };

function named(of: Resource, name: string, scope: Scope): Sql {
  if (name === of.key.name) return column(scope, of.key.attribute);
  const field = fieldOf(of, name);
  return field.read(scope, attributeOf(name, field));
}

function fieldOf(of: Resource, name: string): Field {
  const field = of.fields[name];
  if (!field) throw new Error(`${of.name} has no field "${name}"`);
  return field;
}

/** Fields of a nested row, read as in the resource's own field of rows, with some of them computed instead. */
export const rowsWith = (fields: Record<string, Field>, instead: Record<string, Expression>) => {
  const entries = Object.entries(fields).map(([name, field]): [string, Expression] => [
    name,
    instead[name] ?? computed((row) => field.read(row, attributeOf(name, field)), answerSchema(field)),
  ]);
  return Object.fromEntries(entries);
};

/** The row that a scope is open on, as an object of the given parts. */
export const objectWith = (entries: Record<string, Expression>): Expression =>
  computed(
    (row) => object(mapValues(entries, (expression) => expression(row))),
    (of) => objectOf(mapValues(entries, (expression) => expression.schema(of))),
  );

/** Rows of a component, each with the given parts. */
export function pickRows(attribute: string, entries: Record<string, Expression>): Expression {
  const row = objectWith(entries);
  return computed(
    (scope) => toMany(scope, attribute, row),
    (of) => arrayOf(row.schema(relationOf(of, attribute).to)),
  );
}

/** Time of creation or last change, in the resource's way to write timestamps. */
export const timeOf = (of: Resource, attribute: 'createdAt' | 'updatedAt'): Expression =>
  computed((scope) => of.timestamps.read(scope, attribute), of.timestamps.schema);
