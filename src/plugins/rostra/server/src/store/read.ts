import type { Json } from '../../../../../common/json';
import type { Resource } from '../resource/resource';
import { expressions, namesIn, timeOf } from '../resource/shape';
import { column, rowId, type Scope, scopeOf, tableOf } from '../sql/scope';
import { object, parameter, prepared, type Sql, type Statement, sql } from '../sql/sql';
import type { Run } from './database';
import { pageOf } from './page';
import { condition, order } from './selection';

/** A request for a list: parsed filters by name, and the page; without a page, all rows. */
export interface ListRequest {
  filters: Record<string, Json>;
  page?: { number: number; size: number };
  isFull: boolean;
}

/**
 * The one statement that reads a list, with everything nested (Conventions 2 and 3). Of a page it has one row: the rows as
 * JSON text, and how many match in all; without a page, a row for each.
 */
export function listStatement(
  resource: Resource,
  { filters, page, isFull }: ListRequest,
): { statement: Statement; values: Record<string, unknown> } {
  const names = Object.keys(filters).sort();
  const statement = prepared(resource, ['list', page?.size ?? 'all', isFull, ...names].join(' '), () =>
    page ? pageQuery(resource, names, isFull, page.size) : allQuery(resource, names, isFull),
  );
  return { statement, values: { ...filters, ...(page ? { offset: (page.number - 1) * page.size } : {}) } };
}

/** The statement that reads one record in detail shape as JSON text, by its public identifier. */
export const detailStatement = (resource: Resource, isFull: boolean): Statement =>
  prepared(resource, `detail ${isFull}`, () =>
    oneQuery(resource, (scope) => recordOf(resource, resource.detail, isFull, scope)),
  );

/** Reads one record in detail shape as JSON text, by its public identifier; undefined when there is none. */
export async function readDetail(
  resource: Resource,
  number: number,
  isFull: boolean,
  runner: Run,
): Promise<string | undefined> {
  const [found] = await runner(detailStatement(resource, isFull), { number });
  return found?.[0] as string | undefined;
}

/** Reads all that is stored of one record, as JSON text: the detail, and fields that no answer shows. */
export async function readStored(resource: Resource, number: number, runner: Run): Promise<string | undefined> {
  const statement = prepared(resource, 'stored', () =>
    oneQuery(resource, (scope) => recordOf(resource, resource.stored, false, scope)),
  );
  const [found] = await runner(statement, { number });
  return found?.[0] as string | undefined;
}

function oneQuery(resource: Resource, select: (scope: Scope) => Sql): Sql {
  const scope = scopeOf(resource.uid);
  return sql`select ${select(scope)}::text from ${tableOf(scope)} where ${column(scope, resource.key.attribute)} = ${parameter('number')}`;
}

/** The fields of a record that are stored ambiguously: references to one record of several kinds that hold two. */
export async function ambiguousFields(resource: Resource, number: number, runner: Run): Promise<string[]> {
  const names = Object.keys(resource.fields).filter((name) => resource.fields[name]?.isAmbiguous);
  if (names.length === 0) return [];
  const statement = prepared(resource, 'ambiguous', () => {
    const scope = scopeOf(resource.uid);
    const conditions = names.map((name) => resource.fields[name]?.isAmbiguous?.(scope) ?? sql`false`);
    return sql`select ${sql.join(conditions)} from ${tableOf(scope)} where ${column(scope, resource.key.attribute)} = ${parameter('number')}`;
  });
  const [found] = await runner(statement, { number });
  return names.filter((_, index) => found?.[index] === true);
}

/**
 * Locks a record against other writers and against new references to it, so that it can be deleted. Returns its identifiers,
 * or undefined.
 */
export const lock = (resource: Resource, by: By, runner: Run): Promise<Locked | undefined> =>
  lockWith('whole', resource, by, runner);

/**
 * Locks a record against other writers but not against new references to it: two records that refer to each other can change
 * at the same time.
 */
export const lockForChange = (resource: Resource, by: By, runner: Run): Promise<Locked | undefined> =>
  lockWith('content', resource, by, runner);

type By = { number: number } | { documentId: string };

const LOCKS = { whole: sql`for update`, content: sql`for no key update` };

async function lockWith(
  part: keyof typeof LOCKS,
  resource: Resource,
  by: By,
  runner: Run,
): Promise<Locked | undefined> {
  const isNumber = 'number' in by;
  const statement = prepared(resource, `lock ${part} ${isNumber}`, () => {
    const scope = scopeOf(resource.uid);
    const match = isNumber ? column(scope, resource.key.attribute) : column(scope, 'documentId');
    return sql`select ${rowId(scope)}, ${column(scope, 'documentId')}, ${column(scope, resource.key.attribute)} from ${tableOf(scope)} where ${match} = ${parameter('by')} ${LOCKS[part]}`;
  });
  const [found] = await runner(statement, { by: isNumber ? by.number : by.documentId });
  if (!found) return undefined;
  const [rowId_, documentId, number] = found as [number, string, number];
  return { id: rowId_, documentId, number };
}

/** A record's identifiers: Strapi's row and document, and the public one. */
interface Locked {
  id: number;
  documentId: string;
  number: number;
}

/** The identifiers of the page are chosen first, then JSON is built for those rows only. */
function pageQuery(resource: Resource, names: string[], isFull: boolean, size: number): Sql {
  const { found, total, keys } = pageOf(resource, names, size);
  const shown = scopeOf(resource.uid);
  const rows = sql`select coalesce(json_agg(${recordOf(resource, resource.row, isFull, shown)} order by ${order(resource, shown)}), '[]'::json)::text from (${keys}) page join ${tableOf(shown)} on ${column(shown, resource.key.attribute)} = page.key`;
  return sql`with ${found} select (${rows}), (${total})`;
}

function allQuery(resource: Resource, names: string[], isFull: boolean): Sql {
  const scope = scopeOf(resource.uid);
  return sql`select ${recordOf(resource, resource.row, isFull, scope)}::text from ${tableOf(scope)} where ${condition(resource, names, scope)} order by ${order(resource, scope)}`;
}

/** SQL: the record that a scope is open on, in one of its resource's shapes; `isFull` adds what `?full` does. */
export function recordOf(resource: Resource, shape: Resource['row'], isFull: boolean, scope: Scope): Sql {
  const shown = expressions(resource, shape, scope);
  if (!isFull) return object(shown);
  const more = resource.full.filter((part) => typeof part !== 'string' || !namesIn(shape).includes(part));
  return object({
    ...shown,
    ...expressions(resource, more, scope),
    create_date: timeOf(resource, 'createdAt')(scope),
    update_date: timeOf(resource, 'updatedAt')(scope),
  });
}
