import { DeclarationError } from '../errors/errors';
import { attributeOf } from '../fields/field';
import { resourceByKind } from '../resource/registry';
import { orderOf, type Resource } from '../resource/resource';
import type { View } from '../resource/view';
import { relationOf } from '../sql/model';
import { column, type Scope, scopeOf, tableOf } from '../sql/scope';
import { compile, parameter, type Sql, sql } from '../sql/sql';
import type { Run } from './database';
import { indexedAttributes } from './indexes';
import { recordOf } from './read';
import { refersTo } from './referrers';
import { readPart } from './title-parts';

/** An expression of a declaration: its name in errors, and its SQL. */
type NamedSql = [name: string, compose: () => Sql];

/**
 * Composes the SQL of all declarations without a database, which finds misspelt attributes, relations and fields. Call it before
 * anything is created from the declarations.
 * @throws DeclarationError
 */
export function verifyNames(resources: Resource[], views: View[]): void {
  for (const resource of resources) verifyGroups(resource);
  for (const [declaration, expressions] of declarationsOf(resources, views)) {
    for (const [name, compose] of expressions) {
      try {
        compose();
      } catch (cause) {
        const fault = (cause as Error).message;
        throw new DeclarationError(`The declaration of ${declaration} is wrong (${name}): ${fault}.`, { cause });
      }
    }
  }
}

/**
 * Has PostgreSQL parse all expressions of the declarations, so that no request can fail at one, and executes nothing. Sends one
 * statement for each resource and view; tries expressions one by one only if it fails.
 * @throws DeclarationError
 */
export async function verifyStatements(resources: Resource[], views: View[], run: Run): Promise<void> {
  for (const [declaration, expressions] of declarationsOf(resources, views)) {
    const whole = await faultOf(expressions, run);
    if (whole === undefined) continue;
    for (const expression of expressions) {
      const fault = await faultOf([expression], run);
      if (fault !== undefined) throw statementError(`${expression[0]} of ${declaration}`, fault);
    }
    throw statementError(declaration, whole);
  }
}

const statementError = (subject: string, cause: Error): DeclarationError =>
  new DeclarationError(`PostgreSQL rejects the statement of ${subject}: ${cause.message}.`, { cause });

/** The declarations, as errors name them, with their expressions. */
const declarationsOf = (resources: Resource[], views: View[]): [declaration: string, expressions: NamedSql[]][] => [
  ...resources.map((resource): [string, NamedSql[]] => [`the resource "${resource.name}"`, expressionsOf(resource)]),
  ...views.map((view): [string, NamedSql[]] => [`the view "${view.name}"`, queriesOf(view)]),
];

/** SQLSTATEs that blame a statement: its values (22), syntax and names (42), features that the server lacks (0A). */
const STATEMENT_FAULT = /^(0A|22|42)/;

/** Why PostgreSQL rejects the expressions; undefined if it does not. Errors: those that say nothing of the expressions. */
async function faultOf(expressions: NamedSql[], run: Run): Promise<Error | undefined> {
  const { text } = compile(sql`select ${sql.join(expressions.map(([, compose]) => sql`(${compose()})`))}`);
  try {
    // Without a name and values, all statements go as one text, and leave nothing on a connection of the pool. Somebody may
    // hold a lock for maintenance: wait for it.
    const verification = `set local lock_timeout = 0; prepare rostra_verify as ${text}; deallocate rostra_verify`;
    await run({ name: '', text: verification, values: () => [] });
    return undefined;
  } catch (error) {
    if (STATEMENT_FAULT.test(String((error as { code?: unknown }).code))) return error as Error;
    throw error;
  }
}

/** The query of a view, with all its parameters and with the required ones only. */
function queriesOf(view: View): NamedSql[] {
  const query = (value: Parameters<View['query']>[0]) => sql`(select count(*) from (${view.query(value)}) answer)`;
  const value = parameterAmong(Object.keys(view.parameters));
  return [
    ['query with all parameters', () => query(value)],
    ['query', () => query((name) => (view.parameters[name]?.isRequired ? value(name) : undefined))],
  ];
}

/** The SQL of a parameter by its name. Errors: for a name that is none of these; at a request it would have no value. */
const parameterAmong =
  (names: string[]) =>
  (name: string): Sql => {
    if (!names.includes(name)) throw new Error(`there is no parameter "${name}"`);
    return parameter(name);
  };

/** All expressions that read a resource: fields, references, shapes, order, title, filters. */
function expressionsOf(resource: Resource): NamedSql[] {
  const expression = (name: string, compose: (scope: Scope) => Sql): NamedSql => [
    name,
    () => {
      const scope = scopeOf(resource.uid);
      return sql`select count(${compose(scope)}) from ${tableOf(scope)}`;
    },
  ];
  const { row, detail, stored, fields, filters, filterGroups, title } = resource;
  const attributesOfOrder = orderOf(resource).map(({ attribute }) => attribute);
  const indexed = indexedAttributes(resource);
  const refers = Object.entries(fields).flatMap(
    ([name, field]) => field.referencePaths?.(attributeOf(name, field), name) ?? [],
  );
  return [
    ...Object.entries(fields).map(([name, field]) =>
      expression(`field "${name}"`, (scope) => field.read(scope, attributeOf(name, field))),
    ),
    ...refers.map((way) =>
      expression(`reference "${way.field}"`, (scope) => {
        verifyTarget(scope, way.attributes, resourceByKind(way.kind));
        return sql`${refersTo({ ...way, resource }, scope, sql`null::int`)} or null`;
      }),
    ),
    ...Object.entries({ row, detail, stored }).map(([name, shape]) =>
      expression(`shape "${name}"`, (scope) => recordOf(resource, shape, true, scope)),
    ),
    expression('order', (scope) => rowOf(scope, attributesOfOrder)),
    ...(indexed.length > 0 ? [expression('index', (scope) => rowOf(scope, indexed))] : []),
    ...(title ? [expression('title', (scope) => readPart(title, scope))] : []),
    ...Object.entries(filters).map(([name, { where }]) =>
      expression(`filter "${name}"`, (scope) => sql`${where?.(scope, parameter(name)) ?? sql`true`} or null`),
    ),
    ...filterGroups.map((group) =>
      expression(
        `filters "${group.names.join('", "')}"`,
        (scope) => sql`${group.where(scope, parameterAmong(group.names))} or null`,
      ),
    ),
  ];
}

const rowOf = (scope: Scope, attributes: string[]): Sql =>
  sql`row(${sql.join(attributes.map((attribute) => column(scope, attribute)))})`;

/** @throws Error when the relation of a reference does not lead to the kind of its field. */
function verifyTarget(scope: Scope, attributes: string[], target: Resource): void {
  let { model } = scope;
  for (const attribute of attributes) model = relationOf(model, attribute).to;
  if (model.uid !== target.uid)
    throw new Error(`"${attributes.join('.')}" leads to ${model.uid}, not to ${target.uid}`);
}

/** @throws DeclarationError when a group names no filter, or a filter has neither a condition nor a group. */
function verifyGroups({ name, filters, filterGroups }: Resource): void {
  const grouped = filterGroups.flatMap(({ names }) => names);
  const unknown = grouped.find((each) => !filters[each]);
  if (unknown)
    throw new DeclarationError(`The resource "${name}" has no filter "${unknown}", which a filter group names.`);
  const incomplete = Object.keys(filters).find((each) => !filters[each]?.where && !grouped.includes(each));
  if (incomplete) throw new DeclarationError(`The filter "${incomplete}" of the resource "${name}" has no condition.`);
}
