import { attributeOf } from '../fields/field';
import { publicIdOf } from '../fields/ref';
import { type NamedRecord, type QualifierValue, stepsOf } from '../resource/name-fields';
import type { Resource } from '../resource/resource';
import { column, type Scope, scopeOf, tableOf, toMany, toOne } from '../sql/scope';
import { prepared, type Sql, sql } from '../sql/sql';
import type { Run } from './database';

/** Reads the names and qualifiers of all stored records of a resource, in one statement. */
export async function readNames(resource: Resource, run: Run): Promise<NamedRecord[]> {
  const { fields, tieBreakers } = resource.names;
  const paths = [...resource.names.scope, ...tieBreakers];
  const statement = prepared(resource, 'names', () => {
    const scope = scopeOf(resource.uid);
    const names = fields.map((name) => column(scope, attributeFor(resource, name)));
    const qualifiers = paths.map((path) => qualifiersAt(resource, path, scope));
    return sql`select ${publicIdOf(scope)}, ${array(names)}, ${array(qualifiers)} from ${tableOf(scope)} order by 1`;
  });
  const rows = (await run(statement)) as [number, (string | null)[], (QualifierValue | null)[][]][];
  return rows.map(([publicId, names, qualifiers]) => ({
    publicId,
    names: Object.fromEntries(fields.map((name, index) => [name, names[index] ?? ''])),
    qualifiers: Object.fromEntries(
      paths.map((path, index) => [path, (qualifiers[index] ?? []).flatMap((value) => value ?? [])]),
    ),
  }));
}

const array = (parts: Sql[]): Sql => sql`json_build_array(${sql.join(parts)})`;

/** SQL: the values at a path, as an array. */
function qualifiersAt(resource: Resource, path: string, scope: Scope): Sql {
  const [first, nested] = stepsOf(path);
  const attribute = attributeFor(resource, first);
  if (nested !== undefined) return toMany(scope, attribute, (row) => qualifierOf(row, nested.replace(/_id$/, '')));
  return sql`json_build_array(${qualifierOf(scope, attribute)})`;
}

/** SQL: the public id behind a relation, or the value of a plain attribute. */
const qualifierOf = (scope: Scope, attribute: string): Sql =>
  scope.model.attributes[attribute]?.target ? toOne(scope, attribute, publicIdOf) : column(scope, attribute);

function attributeFor(resource: Resource, name: string): string {
  const field = resource.fields[name];
  if (!field) throw new Error(`${resource.name} has no field "${name}"`);
  return attributeOf(name, field);
}
