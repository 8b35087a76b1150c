import { attributeOf } from '../fields/field';
import { numberOf } from '../fields/ref';
import { type Entry, type Mark, stepsOf } from '../resource/named-by';
import type { Resource } from '../resource/resource';
import { column, from, open, type Scope, toMany, toOne } from '../sql/scope';
import { prepared, type Sql, sql } from '../sql/sql';
import type { Run } from './database';

/** Reads what the stored records of a resource are called: one statement. */
export async function storedEntries(of: Resource, run: Run): Promise<Entry[]> {
  const { fields, within, apart } = of.names;
  const paths = [...within, ...apart];
  const statement = prepared(of, 'names', () => {
    const scope = open(of.uid);
    const names = fields.map((name) => column(scope, attributeFor(of, name)));
    const marks = paths.map((path) => marksAt(of, path, scope));
    return sql`select ${numberOf(scope)}, ${array(names)}, ${array(marks)} from ${from(scope)} order by 1`;
  });
  const rows = (await run(statement)) as [number, (string | null)[], (Mark | null)[][]][];
  return rows.map(([number, names, marks]) => ({
    number,
    names: Object.fromEntries(fields.map((name, index) => [name, names[index] ?? ''])),
    marks: Object.fromEntries(paths.map((path, index) => [path, (marks[index] ?? []).flatMap((mark) => mark ?? [])])),
  }));
}

const array = (parts: Sql[]): Sql => sql`json_build_array(${sql.join(parts)})`;

/** SQL: the values at a path, as an array. */
function marksAt(of: Resource, path: string, scope: Scope): Sql {
  const [first, nested] = stepsOf(path);
  const attribute = attributeFor(of, first);
  if (nested !== undefined) return toMany(scope, attribute, (row) => markOf(row, nested.replace(/_id$/, '')));
  return sql`json_build_array(${markOf(scope, attribute)})`;
}

/** SQL: the identifier behind a relation, or the value of a plain attribute. */
const markOf = (scope: Scope, attribute: string): Sql =>
  scope.model.attributes[attribute]?.target ? toOne(scope, attribute, numberOf) : column(scope, attribute);

function attributeFor(of: Resource, name: string): string {
  const field = of.fields[name];
  if (!field) throw new Error(`${of.name} has no field "${name}"`);
  return attributeOf(name, field);
}
