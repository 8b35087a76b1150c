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
export interface Expression<Relation extends string = string> {
  (scope: Scope): Sql;
  /** `of` is the model that the row belongs to. */
  schema(of: Model): Schema;
  /** The relation of the row that it follows. */
  relation?: Relation;
}

/** Makes an expression; `relation` is the one that it follows, to be checked against the schema. */
export const computed = <Relation extends string = never>(
  read: (scope: Scope) => Sql,
  schema: Schema | ((of: Model) => Schema),
  relation?: Relation,
): Expression<Relation> =>
  Object.assign((scope: Scope) => read(scope), {
    schema: typeof schema === 'function' ? schema : () => schema,
    relation,
  });

/** Parts of an answer, in order: names of the resource's own fields, or computed ones with their names. */
export type Shape<Name extends string = string, Relation extends string = string> = (
  | Name
  | Record<string, Expression<Relation>>
)[];

type Part = string | Record<string, Expression>;

/** The names in a text that has them apart by spaces. */
type Names<Text extends string> = Text extends `${infer Name} ${infer Rest}` ? Name | Names<Rest> : Text;

type Followed<Parts extends Part> =
  Parts extends Record<string, infer E> ? (E extends Expression<infer Relation> ? Relation : never) : never;

/** Declares the fields of an answer in the order of the specification; names in one text are apart by spaces. */
export const shape = <Parts extends Part[]>(...parts: Parts) =>
  parts.flatMap((part): Part[] => (typeof part === 'string' ? part.split(' ') : [part])) as Shape<
    Names<Extract<Parts[number], string>>,
    Followed<Exclude<Parts[number], string>>
  >;

/** The names of fields, for a shape that has all of them. */
export const fieldNames = <Name extends string>(fields: Record<Name, Field>) => Object.keys(fields) as Name[];

/** The record behind a to-one relation, with the named fields of its resource; null when there is none. */
export const pick = <Relation extends string>(relation: Relation, fields: string): Expression<Relation> =>
  computed(
    (scope) => toOne(scope, relation, (target) => summary(target, fields)),
    (of) => orNull(summarySchema(relationOf(of, relation).to, fields)),
    relation,
  );

/** The records behind a relation, each with the named fields, in their order or by the given ones. */
export const pickAll = <Relation extends string>(
  relation: Relation,
  fields: string,
  orderBy?: (target: Scope) => Sql,
): Expression<Relation> =>
  computed(
    (scope) => toMany(scope, relation, (target) => summary(target, fields), orderBy),
    (of) => arrayOf(summarySchema(relationOf(of, relation).to, fields)),
    relation,
  );

/** The record that a polymorphic reference names, in the shape of its type; null when there is none. */
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
export const renamed = (field: string): Expression<never> =>
  computed(
    (scope) => named(known(scope.model), field, scope),
    (of) => schemas(known(of), [field])[field] ?? {},
  );

/** An object with the named fields of the resource that a scope is open on. */
export const summary = (scope: Scope, fields: string): Sql =>
  object(expressions(known(scope.model), shape(fields), scope));

/** The schema of such an object. */
export const summarySchema = (of: Model, fields: string): Schema => objectOf(exampled(known(of), shape(fields)));

function known(of: Model): Resource {
  const found = resourceOf(of.uid);
  if (!found) throw new Error(`no resource is declared for ${of.uid}`);
  return found;
}

/** The SQL of each part of a shape. */
export function expressions(of: Resource, parts: Shape, scope: Scope): Record<string, Sql> {
  const entries = parts.flatMap((part): [string, Sql][] =>
    typeof part === 'string'
      ? [[part, named(of, part, scope)]]
      : Object.entries(part).map(([name, expression]) => [name, expression(scope)]),
  );
  return Object.fromEntries(entries);
}

/** The names in a shape, in order. */
export const namesIn = (parts: Shape): string[] =>
  parts.flatMap((part) => (typeof part === 'string' ? [part] : Object.keys(part)));

/** The schema of each part of a shape. */
export function schemas(of: Resource, parts: Shape): Record<string, Schema> {
  const entries = parts.flatMap((part): [string, Schema][] =>
    typeof part === 'string'
      ? [[part, part === of.key.name ? keySchema(of) : answerSchema(fieldOf(of, part))]]
      : Object.entries(part).map(([name, expression]) => [name, expression.schema(model(of.uid))]),
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
export const objectWith = (entries: Record<string, Expression>): Expression<never> =>
  computed(
    (row) => object(mapValues(entries, (expression) => expression(row))),
    (of) => objectOf(mapValues(entries, (expression) => expression.schema(of))),
  );

/** Rows of a component, each with the given parts. */
export function pickRows<Component extends string>(
  component: Component,
  entries: Record<string, Expression>,
): Expression<Component> {
  const row = objectWith(entries);
  return computed(
    (scope) => toMany(scope, component, row),
    (of) => arrayOf(row.schema(relationOf(of, component).to)),
    component,
  );
}

/** Time of creation or last change, in the resource's way to write timestamps. */
export const timeOf = (of: Resource, attribute: 'createdAt' | 'updatedAt'): Expression<never> =>
  computed((scope) => of.timestamps.read(scope, attribute), of.timestamps.schema);
