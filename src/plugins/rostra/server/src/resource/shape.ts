import { mapValues } from '../../../../../common/maps';
import { attributeOf, type Field, type Schema } from '../fields/field';
import { attributeFor, type OneOf } from '../fields/one-of';
import { type Model, modelOf, relationOf } from '../sql/model';
import { column, type Scope, toMany, toOne } from '../sql/scope';
import { object, type Sql, sql } from '../sql/sql';
import { findResourceByUid } from './registry';
import type { Resource } from './resource';
import { sampleOf, withExamples } from './samples';
import { answerSchema, arrayOf, objectOf, orNull } from './schema';

/** A computed part of an answer: its SQL on the record's row, and its schema. */
export interface Expression<Relation extends string = string> {
  (scope: Scope): Sql;
  /** Its schema, for rows of this model. */
  schema(model: Model): Schema;
  /** The relation that it follows. */
  relation?: Relation;
}

/** Makes an expression; the compiler checks `relation`, which it follows, against the schema. */
export const computed = <Relation extends string = never>(
  read: (scope: Scope) => Sql,
  schema: Schema | ((model: Model) => Schema),
  relation?: Relation,
): Expression<Relation> =>
  Object.assign((scope: Scope) => read(scope), {
    schema: typeof schema === 'function' ? schema : () => schema,
    relation,
  });

/** The parts of an answer, in order: names of the resource's fields, or names with computed expressions. */
export type Shape<Name extends string = string, Relation extends string = string> = (
  | Name
  | Record<string, Expression<Relation>>
)[];

type ShapePart = string | Record<string, Expression>;

/** The names in a text, separated by spaces. */
type Names<Text extends string> = Text extends `${infer Name} ${infer Rest}` ? Name | Names<Rest> : Text;

type FollowedRelation<Parts extends ShapePart> =
  Parts extends Record<string, infer E> ? (E extends Expression<infer Relation> ? Relation : never) : never;

/** Declares the fields of an answer in the order of the specification; one text may hold several names, separated by spaces. */
export const shape = <Parts extends ShapePart[]>(...parts: Parts) =>
  parts.flatMap((part): ShapePart[] => (typeof part === 'string' ? part.split(' ') : [part])) as Shape<
    Names<Extract<Parts[number], string>>,
    FollowedRelation<Exclude<Parts[number], string>>
  >;

/** The names of all fields, for a shape. */
export const fieldNames = <Name extends string>(fields: Record<Name, Field>) => Object.keys(fields) as Name[];

/** The record of a to-one relation, with the named fields of its resource, or null. */
export const pick = <Relation extends string>(relation: Relation, fields: string): Expression<Relation> =>
  computed(
    (scope) => toOne(scope, relation, (target) => summary(target, fields)),
    (model) => orNull(summarySchema(relationOf(model, relation).to, fields)),
    relation,
  );

/** The records of a relation, each with the named fields, in stored order or by `orderBy`. */
export const pickAll = <Relation extends string>(
  relation: Relation,
  fields: string,
  orderBy?: (target: Scope) => Sql,
): Expression<Relation> =>
  computed(
    (scope) => toMany(scope, relation, (target) => summary(target, fields), orderBy),
    (model) => arrayOf(summarySchema(relationOf(model, relation).to, fields)),
    relation,
  );

/** The record of a polymorphic reference, in the shape of its type, or null. */
export function pickOneOf(definition: OneOf, shapes: Record<string, Shape>): Expression<never> {
  const options = Object.entries(definition.options).map(([type, kind]) => ({
    type,
    attribute: attributeFor(definition, kind),
    shape: shapes[type] ?? [],
  }));
  return computed(
    (scope) =>
      sql`coalesce(${sql.join(
        options.map(({ attribute, shape }) =>
          toOne(scope, attribute, (target) => object(expressions(resourceOfModel(target.model), shape, target))),
        ),
      )})`,
    (model) => {
      const anyOf = options.map(({ type, attribute, shape }) => {
        const { to } = relationOf(model, attribute);
        return { title: type, ...objectOf(schemasWithExamples(resourceOfModel(to), shape)) };
      });
      return definition.isRequired ? { anyOf } : { anyOf: [...anyOf, { type: 'null' }] };
    },
  );
}

/** A field of the resource, under another name. */
export const aliasOf = (field: string): Expression<never> =>
  computed(
    (scope) => fieldSql(resourceOfModel(scope.model), field, scope),
    (model) => schemas(resourceOfModel(model), [field])[field] ?? {},
  );

/** SQL: an object with the named fields of the scope's resource. */
export const summary = (scope: Scope, fields: string): Sql =>
  object(expressions(resourceOfModel(scope.model), shape(fields), scope));

/** The schema of a `summary`. */
export const summarySchema = (model: Model, fields: string): Schema =>
  objectOf(schemasWithExamples(resourceOfModel(model), shape(fields)));

function resourceOfModel(model: Model): Resource {
  const resource = findResourceByUid(model.uid);
  if (!resource) throw new Error(`no resource is declared for ${model.uid}`);
  return resource;
}

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

/** The schemas, with examples from a sample record: within another resource's answer they have no other source. */
const schemasWithExamples = (resource: Resource, parts: Shape): Record<string, Schema> =>
  withExamples(schemas(resource, parts), sampleOf(resource));

const keySchema = (resource: Resource): Schema => resource.key.field?.schema ?? { type: 'integer', minimum: 1 };

function fieldSql(resource: Resource, name: string, scope: Scope): Sql {
  if (name === resource.key.name) return column(scope, resource.key.attribute);
  const field = fieldOf(resource, name);
  return field.read(scope, attributeOf(name, field));
}

function fieldOf(resource: Resource, name: string): Field {
  const field = resource.fields[name];
  if (!field) throw new Error(`${resource.name} has no field "${name}"`);
  return field;
}

/** The parts of a nested row: its fields, some of them overridden by computed ones. */
export const rowsWith = (fields: Record<string, Field>, overrides: Record<string, Expression>) => {
  const entries = Object.entries(fields).map(([name, field]): [string, Expression] => [
    name,
    overrides[name] ?? computed((row) => field.read(row, attributeOf(name, field)), answerSchema(field)),
  ]);
  return Object.fromEntries(entries);
};

/** The scope's row as an object of these parts. */
export const objectWith = (entries: Record<string, Expression>): Expression<never> =>
  computed(
    (row) => object(mapValues(entries, (expression) => expression(row))),
    (model) => objectOf(mapValues(entries, (expression) => expression.schema(model))),
  );

/** The rows of a component, each with these parts. */
export function pickRows<Component extends string>(
  component: Component,
  entries: Record<string, Expression>,
): Expression<Component> {
  const row = objectWith(entries);
  return computed(
    (scope) => toMany(scope, component, row),
    (model) => arrayOf(row.schema(relationOf(model, component).to)),
    component,
  );
}

/** The creation or update time, in the resource's timestamp format. */
export const timeOf = (resource: Resource, attribute: 'createdAt' | 'updatedAt'): Expression<never> =>
  computed((scope) => resource.timestamps.read(scope, attribute), resource.timestamps.schema);
