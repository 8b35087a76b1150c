import type { Json } from '../../../../../common/json';
import { timeOf } from '../resource/expression';
import type { Resource } from '../resource/resource';
import { expressions, namesIn } from '../resource/shape';
import { column, rowId as rowIdColumn, type Scope, scopeOf, tableOf } from '../sql/scope';
import { columnsOf, object, parameter, prepared, type Sql, type Statement, sql } from '../sql/sql';
import type { Run } from './database';
import { pageQueries } from './page';
import { condition, order } from './selection';

/** A request for a list: parsed filters by name, and the page. Without a page, all rows. */
export interface ListRequest {
  filters: Record<string, Json>;
  page?: { number: number; size: number };
  isFull: boolean;
}

/**
 * The statement that reads a list with everything nested. For a page it returns one row: the page's records as JSON text, and
 * the total. Without a page, it returns a row for each record.
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

/** The statement that reads a record by public id, in detail shape, as JSON text. */
export const detailStatement = (resource: Resource, isFull: boolean): Statement =>
  prepared(resource, `detail ${isFull}`, () =>
    oneQuery(resource, (scope) => recordOf(resource, resource.detail, isFull, scope)),
  );

/** Reads a record by public id, in detail shape, as JSON text; undefined if there is none. */
export async function readDetail(
  resource: Resource,
  publicId: number,
  isFull: boolean,
  run: Run,
): Promise<string | undefined> {
  const [found] = await run(detailStatement(resource, isFull), { publicId });
  return found?.[0] as string | undefined;
}

/** Reads a record by Strapi's row id: its public id, and its detail as JSON text. */
export async function readDetailByRow(
  resource: Resource,
  rowId: number,
  run: Run,
): Promise<{ publicId: number; text: string } | undefined> {
  const statement = prepared(resource, 'detail by row', () => {
    const scope = scopeOf(resource.uid);
    const detail = recordOf(resource, resource.detail, false, scope);
    return sql`select ${column(scope, resource.key.attribute)}, ${detail}::text from ${tableOf(scope)} where ${rowIdColumn(scope)} = ${parameter('rowId')}`;
  });
  const [found] = await run(statement, { rowId });
  return found && { publicId: found[0] as number, text: found[1] as string };
}

/** Reads everything that is stored of a record, as JSON text: the detail, and fields that no answer shows. */
export async function readStored(resource: Resource, publicId: number, run: Run): Promise<string | undefined> {
  const statement = prepared(resource, 'stored', () =>
    oneQuery(resource, (scope) => recordOf(resource, resource.stored, false, scope)),
  );
  const [found] = await run(statement, { publicId });
  return found?.[0] as string | undefined;
}

/** Reads some fields of a record, as JSON text. */
export async function readFields(
  resource: Resource,
  names: string[],
  publicId: number,
  run: Run,
): Promise<string | undefined> {
  const statement = prepared(resource, `fields ${names.join(' ')}`, () =>
    oneQuery(resource, (scope) => object(expressions(resource, names, scope))),
  );
  const [found] = await run(statement, { publicId });
  return found?.[0] as string | undefined;
}

function oneQuery(resource: Resource, select: (scope: Scope) => Sql): Sql {
  const scope = scopeOf(resource.uid);
  return sql`select ${select(scope)}::text from ${tableOf(scope)} where ${column(scope, resource.key.attribute)} = ${parameter('publicId')}`;
}

/** The fields of a record that should refer to one record, of one of several kinds, but are stored with two. */
export async function ambiguousFields(resource: Resource, publicId: number, run: Run): Promise<string[]> {
  const names = Object.keys(resource.fields).filter((name) => resource.fields[name]?.isAmbiguous);
  if (names.length === 0) return [];
  const statement = prepared(resource, 'ambiguous', () => {
    const scope = scopeOf(resource.uid);
    const conditions = names.map((name) => resource.fields[name]?.isAmbiguous?.(scope) ?? sql`false`);
    return sql`select ${sql.join(conditions)} from ${tableOf(scope)} where ${column(scope, resource.key.attribute)} = ${parameter('publicId')}`;
  });
  const [found] = await run(statement, { publicId });
  return names.filter((_, index) => found?.[index] === true);
}

/**
 * Locks a record for deletion: against other writers and against new references to it. Returns its ids, or undefined if
 * there is none.
 */
export const lock = (resource: Resource, key: RecordKey, run: Run): Promise<RecordIds | undefined> =>
  lockWith('whole', resource, key, run);

/**
 * Locks a record against other writers but not against new references to it, so that two records that refer to each other
 * can change at the same time.
 */
export const lockForChange = (resource: Resource, key: RecordKey, run: Run): Promise<RecordIds | undefined> =>
  lockWith('content', resource, key, run);

type RecordKey = { publicId: number } | { documentId: string };

const LOCKS = { whole: sql`for update`, content: sql`for no key update` };

async function lockWith(
  part: keyof typeof LOCKS,
  resource: Resource,
  key: RecordKey,
  run: Run,
): Promise<RecordIds | undefined> {
  const isPublic = 'publicId' in key;
  const statement = prepared(resource, `lock ${part} ${isPublic}`, () => {
    const scope = scopeOf(resource.uid);
    const match = isPublic ? column(scope, resource.key.attribute) : column(scope, 'documentId');
    return sql`select ${rowIdColumn(scope)}, ${column(scope, 'documentId')}, ${column(scope, resource.key.attribute)} from ${tableOf(scope)} where ${match} = ${parameter('key')} ${LOCKS[part]}`;
  });
  const [found] = await run(statement, { key: isPublic ? key.publicId : key.documentId });
  if (!found) return undefined;
  const [row, documentId, publicId] = found as [number, string, number];
  return { rowId: row, documentId, publicId };
}

/** The ids of a record: Strapi's row and document ids, and the public id. */
interface RecordIds {
  rowId: number;
  documentId: string;
  publicId: number;
}

/** Selects the public ids of the page first, so that JSON is built for those rows only. */
function pageQuery(resource: Resource, names: string[], isFull: boolean, size: number): Sql {
  const { cte, total, keys } = pageQueries(resource, names, size);
  const shown = scopeOf(resource.uid);
  const rows = sql`select coalesce(json_agg(${recordOf(resource, resource.row, isFull, shown)} order by ${order(resource, shown)}), '[]'::json)::text from (${keys}) page join ${tableOf(shown)} on ${column(shown, resource.key.attribute)} = page.key`;
  return sql`with ${cte} select (${rows}), (${total})`;
}

/**
 * Without filters, the columns are those of the outer query, so that the planner knows how often it looks up each link:
 * it reads a whole link table instead of one row for each record. With filters that would cost short lists too much.
 */
function allQuery(resource: Resource, names: string[], isFull: boolean): Sql {
  const scope = scopeOf(resource.uid);
  const rows = sql`from ${tableOf(scope)} where ${condition(resource, names, scope)} order by ${order(resource, scope)}`;
  const shown = partsOf(resource, resource.row, isFull, scope);
  return names.length === 0
    ? sql`select to_json(o)::text from (select ${columnsOf(shown)} ${rows}) o`
    : sql`select ${object(shown)}::text ${rows}`;
}

/** SQL: the scope's record as JSON, in one of its resource's shapes; `isFull` adds the fields of `?full`. */
export const recordOf = (resource: Resource, shape: Resource['row'], isFull: boolean, scope: Scope): Sql =>
  object(partsOf(resource, shape, isFull, scope));

function partsOf(resource: Resource, shape: Resource['row'], isFull: boolean, scope: Scope): Record<string, Sql> {
  const shown = expressions(resource, shape, scope);
  if (!isFull) return shown;
  const more = resource.full.filter((part) => typeof part !== 'string' || !namesIn(shape).includes(part));
  return {
    ...shown,
    ...expressions(resource, more, scope),
    create_date: timeOf(resource, 'createdAt')(scope),
    update_date: timeOf(resource, 'updatedAt')(scope),
  };
}
