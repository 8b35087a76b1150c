import { isDatabaseUnavailable } from '../errors/database';
import { DeclarationError } from '../errors/errors';
import { attributeOf } from '../fields/field';
import { resourceByKind as resourceOfKind } from '../resource/registry';
import { orderOf, type Resource } from '../resource/resource';
import type { View } from '../resource/view';
import { relationOf } from '../sql/model';
import { column, type Scope, scopeOf, tableOf } from '../sql/scope';
import { compile, parameter, type Sql, sql } from '../sql/sql';
import type { Run } from './database';
import { recordOf } from './read';
import { refersTo } from './referrers';

/** A part of a declaration, by the words that an error names it with, and its SQL. */
type Part = [what: string, compose: () => Sql];

/**
 * Has PostgreSQL parse every statement that the declarations can lead to, so that none can fail at a request. Nothing is
 * executed. One statement for each resource and view; only when it fails is each part tried alone.
 * @throws DeclarationError
 */
export async function verifyDeclarations(resources: Resource[], views: View[], run: Run): Promise<void> {
  for (const resource of resources) {
    verifyGroups(resource);
    await verify(`the resource "${resource.name}"`, partsOf(resource), run);
  }
  for (const view of views) {
    const query = (given: Parameters<View['query']>[0]) => sql`(select count(*) from (${view.query(given)}) answer)`;
    await verify(
      `the view "${view.name}"`,
      [
        ['query with all parameters', () => query(parameter)],
        ['query', () => query((name) => (view.parameters[name]?.isRequired ? parameter(name) : undefined))],
      ],
      run,
    );
  }
}

async function verify(declaration: string, parts: Part[], run: Run): Promise<void> {
  const whole = await faultOf(parts, run);
  if (whole === undefined) return;
  for (const part of parts) {
    const fault = await faultOf([part], run);
    if (fault !== undefined) throw faulty(declaration, part[0], fault);
  }
  throw faulty(declaration, 'whole', whole);
}

const faulty = (declaration: string, what: string, fault: string): DeclarationError =>
  new DeclarationError(`The declaration of ${declaration} is wrong: its ${what} does not compile: ${fault}.`);

/** Why the parts make no statement; undefined when they do. Errors: when the database is away, which says nothing of them. */
async function faultOf(parts: Part[], run: Run): Promise<string | undefined> {
  try {
    const { text } = compile(sql`select ${sql.join(parts.map(([, compose]) => sql`(${compose()})`))}`);
    // Without a name and values it goes as text, both at once: whatever connection it is sent on is left as it was.
    await run({ name: '', text: `prepare rostra_verify as ${text}; deallocate rostra_verify`, values: () => [] });
    return undefined;
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    return (error as Error).message;
  }
}

/** Everything that reads a resource: shapes, order, filters, ways to refer. */
function partsOf(resource: Resource): Part[] {
  const part = (what: string, compose: (scope: Scope) => Sql): Part => [
    what,
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
      part(`field "${name}"`, (scope) => field.read(scope, attributeOf(name, field))),
    ),
    ...refers.map((way) =>
      part(`reference "${way.field}"`, (scope) => {
        verifyTarget(scope, way.attributes, resourceOfKind(way.kind));
        return sql`${refersTo({ ...way, resource }, scope, sql`null::int`)} or null`;
      }),
    ),
    ...Object.entries({ row, detail, stored }).map(([name, shape]) =>
      part(`shape "${name}"`, (scope) => recordOf(resource, shape, true, scope)),
    ),
    part('order', (scope) => sql`row(${sql.join(orderOf(resource).map(({ attribute }) => column(scope, attribute)))})`),
    ...Object.entries(filters).map(([name, { where }]) =>
      part(`filter "${name}"`, (scope) => sql`${where?.(scope, parameter(name)) ?? sql`true`} or null`),
    ),
    ...filterGroups.map((group) =>
      part(`filters "${group.names.join('", "')}"`, (scope) => sql`${group.where(scope, parameter)} or null`),
    ),
  ];
}

/** The relation behind a reference leads to the kind that the field names. */
function verifyTarget(scope: Scope, attributes: string[], target: Resource): void {
  let { model } = scope;
  for (const attribute of attributes) model = relationOf(model, attribute).to;
  if (model.uid !== target.uid)
    throw new Error(`"${attributes.join('.')}" leads to ${model.uid}, not to ${target.uid}`);
}

/** A filter decides itself, or a group does that knows it. */
function verifyGroups({ name, filters, filterGroups }: Resource): void {
  const grouped = filterGroups.flatMap(({ names }) => names);
  const unknown = grouped.find((each) => !filters[each]);
  if (unknown)
    throw new DeclarationError(`The resource "${name}" has no filter "${unknown}", which a group of filters names.`);
  const undecided = Object.keys(filters).find((each) => !filters[each]?.where && !grouped.includes(each));
  if (undecided) throw new DeclarationError(`The filter "${undecided}" of the resource "${name}" has no condition.`);
}
