import type { JsonObject } from '../../../../../common/json';
import type { Resource } from '../resource/resource';
import { column, scopeOf, tableOf } from '../sql/scope';
import { object, parameter, prepared, type Sql, sql } from '../sql/sql';
import type { Run } from './database';

/** The canonical values of a field, and of its other half, by the attribute that says so; null of attributes that are not set. */
export type Choices = Record<string, JsonObject | null>;

/** Reads what each attribute says of the fields that are stored in one of several, by the field's name. One statement. */
export async function readChoices(resource: Resource, publicId: number, run: Run): Promise<Record<string, Choices>> {
  const statement = prepared(resource, 'choices', () => {
    const scope = scopeOf(resource.uid);
    const fields = Object.entries(resource.fields).flatMap(([name, { choice }]): [string, Sql][] =>
      choice
        ? [[name, object(Object.fromEntries(choice.attributes.map((each) => [each, choice.read(scope, each)])))]]
        : [],
    );
    return sql`select ${object(Object.fromEntries(fields))} from ${tableOf(scope)} where ${column(scope, resource.key.attribute)} = ${parameter('publicId')}`;
  });
  const [[choices] = []] = await run(statement, { publicId });
  return (choices ?? {}) as Record<string, Choices>;
}
