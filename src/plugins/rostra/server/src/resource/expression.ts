import { mapValues } from '../../../../../common/maps';
import { attributeOf, type Field, type Schema } from '../fields/field';
import type { Model } from '../sql/model';
import type { Scope } from '../sql/scope';
import { object, type Sql } from '../sql/sql';
import type { Resource } from './resource';
import { answerSchema, objectOf } from './schema';

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

/** The creation or update time, in the resource's timestamp format. */
export const timeOf = (resource: Resource, attribute: 'createdAt' | 'updatedAt'): Expression<never> =>
  computed((scope) => resource.timestamps.read(scope, attribute), resource.timestamps.schema);
