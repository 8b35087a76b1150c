import { attributeOf } from '../fields/field';
import { publicIdOf } from '../fields/ref';
import { type Entry, type Mark, stepsOf } from '../resource/name-fields';
import type { Resource } from '../resource/resource';
import { column, type Scope, scopeOf, tableOf, toMany, toOne } from '../sql/scope';
import { prepared, type Sql, sql } from '../sql/sql';
import type { Run } from './database';

/** Reads the names and marks of all stored records of a resource, in one statement. */
export async function readNames(resource: Resource, run: Run): Promise<Entry[]> {
  const { fields, within, tieBreakers } = resource.names;
  const paths = [...within, ...tieBreakers];
  const statement = prepared(resource, 'names', () => {
    const scope = scopeOf(resource.uid);
    const names = fields.map((name) => column(scope, attributeFor(resource, name)));
    const marks = paths.map((path) => marksAt(resource, path, scope));
    return sql`select ${publicIdOf(scope)}, ${array(names)}, ${array(marks)} from ${tableOf(scope)} order by 1`;
  });
  const rows = (await run(statement)) as [number, (string | null)[], (Mark | null)[][]][];
  return rows.map(([publicId, names, marks]) => ({
    publicId,
    names: Object.fromEntries(fields.map((name, index) => [name, names[index] ?? ''])),
    marks: Object.fromEntries(paths.map((path, index) => [path, (marks[index] ?? []).flatMap((mark) => mark ?? [])])),
  }));
}

const array = (parts: Sql[]): Sql => sql`json_build_array(${sql.join(parts)})`;

/** SQL: the values at a path, as an array. */
function marksAt(resource: Resource, path: string, scope: Scope): Sql {
  const [first, nested] = stepsOf(path);
  const attribute = attributeFor(resource, first);
  if (nested !== undefined) return toMany(scope, attribute, (row) => markOf(row, nested.replace(/_id$/, '')));
  return sql`json_build_array(${markOf(scope, attribute)})`;
}

/** SQL: the public id behind a relation, or the value of a plain attribute. */
const markOf = (scope: Scope, attribute: string): Sql =>
  scope.model.attributes[attribute]?.target ? toOne(scope, attribute, publicIdOf) : column(scope, attribute);

function attributeFor(resource: Resource, name: string): string {
  const field = resource.fields[name];
  if (!field) throw new Error(`${resource.name} has no field "${name}"`);
  return attributeOf(name, field);
}
