import type { Schema } from '../fields/field';
import { attributeFor, type OneOf } from '../fields/one-of';
import { type Model, relationOf } from '../sql/model';
import { exists, type Scope, toMany, toOne } from '../sql/scope';
import { object, type Sql, sql } from '../sql/sql';
import { computed, type Expression, objectWith } from './expression';
import { findResourceByUid } from './registry';
import type { Resource } from './resource';
import { sampleOf, withExamples } from './samples';
import { arrayOf, objectOf, orNull } from './schema';
import { expressions, fieldSql, type Shape, schemas, shape } from './shape';

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
    (scope) => {
      const cases = options.map(({ attribute, shape }) => {
        const found = toOne(scope, attribute, (target) =>
          object(expressions(resourceOfModel(target.model), shape, target)),
        );
        return sql`when ${exists(scope, attribute)} then ${found}`;
      });
      return sql`case ${sql.join(cases, sql` `)} end`;
    },
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

/** The schemas, with examples from a sample record: within another resource's answer they have no other source. */
const schemasWithExamples = (resource: Resource, parts: Shape): Record<string, Schema> =>
  withExamples(schemas(resource, parts), sampleOf(resource));

function resourceOfModel(model: Model): Resource {
  const resource = findResourceByUid(model.uid);
  if (!resource) throw new Error(`no resource is declared for ${model.uid}`);
  return resource;
}
