import { DeclarationError } from '../errors/errors';
import { attributeOf } from '../fields/field';
import { resourceByKind } from '../resource/registry';
import { orderOf, type Resource } from '../resource/resource';
import type { View } from '../resource/view';
import { relationOf } from '../sql/model';
import { column, type Scope, scopeOf, tableOf } from '../sql/scope';
import { compile, parameter, type Sql, sql } from '../sql/sql';
import type { Run } from './database';
import { recordOf } from './read';
import { refersTo } from './referrers';

/** An expression of a declaration: its name in errors, and its SQL. */
type NamedSql = [name: string, compose: () => Sql];

/**
 * Has PostgreSQL parse all expressions of the declarations, so that no request can fail at one, and executes nothing. Sends one
 * statement for each resource and view; tries expressions one by one only if it fails.
 * @throws DeclarationError
 */
export async function verifyDeclarations(resources: Resource[], views: View[], run: Run): Promise<void> {
  for (const resource of resources) {
    verifyGroups(resource);
    await verify(`the resource "${resource.name}"`, expressionsOf(resource), run);
  }
  for (const view of views) {
    const query = (value: Parameters<View['query']>[0]) => sql`(select count(*) from (${view.query(value)}) answer)`;
    const value = parameterAmong(Object.keys(view.parameters));
    const required = (name: string) => (view.parameters[name]?.isRequired ? value(name) : undefined);
    await verify(
      `the view "${view.name}"`,
      [
        ['query with all parameters', () => query(value)],
        ['query', () => query(required)],
      ],
      run,
    );
  }
}

async function verify(declaration: string, expressions: NamedSql[], run: Run): Promise<void> {
  const whole = await faultOf(expressions, run);
  if (whole === undefined) return;
  for (const expression of expressions) {
    const fault = await faultOf([expression], run);
    if (fault !== undefined) throw declarationError(declaration, expression[0], fault);
  }
  throw declarationError(declaration, 'whole', whole);
}

const declarationError = (declaration: string, name: string, cause: Error): DeclarationError =>
  new DeclarationError(`The declaration of ${declaration} is wrong: its ${name} does not compile: ${cause.message}.`, {
    cause,
  });

/** SQLSTATEs that blame a statement: its values (22), syntax and names (42), features that the server lacks (0A). */
const STATEMENT_FAULT = /^(0A|22|42)/;

/** Why the expressions do not compile; undefined if they do. Errors: those that say nothing of the expressions. */
async function faultOf(expressions: NamedSql[], run: Run): Promise<Error | undefined> {
  let text: string;
  try {
    ({ text } = compile(sql`select ${sql.join(expressions.map(([, compose]) => sql`(${compose()})`))}`));
  } catch (error) {
    return error as Error;
  }
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

/** The SQL of a parameter by its name. Errors: for a name that is none of these; at a request it would have no value. */
const parameterAmong =
  (names: string[]) =>
  (name: string): Sql => {
    if (!names.includes(name)) throw new Error(`there is no parameter "${name}"`);
    return parameter(name);
  };

/** All expressions that read a resource: fields, references, shapes, order, filters. */
function expressionsOf(resource: Resource): NamedSql[] {
  const expression = (name: string, compose: (scope: Scope) => Sql): NamedSql => [
    name,
    () => {
      const scope = scopeOf(resource.uid);
      return sql`select count(${compose(scope)}) from ${tableOf(scope)}`;
    },
  ];
  const { row, detail, stored, fields, filters, filterGroups } = resource;
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
    expression(
      'order',
      (scope) => sql`row(${sql.join(orderOf(resource).map(({ attribute }) => column(scope, attribute)))})`,
    ),
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
