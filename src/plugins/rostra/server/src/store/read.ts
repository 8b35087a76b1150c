import type { Json } from '../../../../../common/json';
import type { Resource } from '../resource/resource';
import { expressions, namesIn, timeOf } from '../resource/shape';
import { column, from, open, rowId, type Scope } from '../sql/scope';
import { object, parameter, prepared, type Sql, type Statement, sql } from '../sql/sql';
import type { Run } from './database';
import { pageOf } from './page';
import { condition, order } from './selection';

/** What a list is asked for: parsed filters by name, and the page; no page is every row. */
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
  of: Resource,
  { filters, page, isFull }: ListRequest,
): { statement: Statement; values: Record<string, unknown> } {
  const names = Object.keys(filters).sort();
  const statement = prepared(of, ['list', page?.size ?? 'all', isFull, ...names].join(' '), () =>
    page ? pageQuery(of, names, isFull, page.size) : allQuery(of, names, isFull),
  );
  return { statement, values: { ...filters, ...(page ? { offset: (page.number - 1) * page.size } : {}) } };
}

/** The statement that reads one record in detail shape as JSON text, by its public identifier. */
export const detailStatement = (of: Resource, isFull: boolean): Statement =>
  prepared(of, `detail ${isFull}`, () => oneQuery(of, (scope) => recordOf(of, of.detail, isFull, scope)));

/** Reads one record in detail shape as JSON text, by its public identifier; undefined when there is none. */
export async function readDetail(
  of: Resource,
  number: number,
  isFull: boolean,
  runner: Run,
): Promise<string | undefined> {
  const [found] = await runner(detailStatement(of, isFull), { number });
  return found?.[0] as string | undefined;
}

/** Reads all that is stored of one record, as JSON text: the detail, and fields that no answer shows. */
export async function readStored(of: Resource, number: number, runner: Run): Promise<string | undefined> {
  const statement = prepared(of, 'stored', () => oneQuery(of, (scope) => recordOf(of, of.stored, false, scope)));
  const [found] = await runner(statement, { number });
  return found?.[0] as string | undefined;
}

function oneQuery(of: Resource, select: (scope: Scope) => Sql): Sql {
  const scope = open(of.uid);
  return sql`select ${select(scope)}::text from ${from(scope)} where ${column(scope, of.key.attribute)} = ${parameter('number')}`;
}

/**
 * Reads all that is stored of records, with their rows, by their public identifiers; `isLocked` keeps other writers off
 * them. They are locked first: a statement that waits for a lock goes on with what it saw before.
 */
export async function readStoredOf(
  of: Resource,
  numbers: number[],
  runner: Run,
  isLocked = true,
): Promise<{ number: number; row: number; stored: string }[]> {
  if (isLocked)
    await runner(
      prepared(of, 'lock all', () => lockQuery(of)),
      { numbers },
    );
  const statement = prepared(of, 'stored of', () => {
    const scope = open(of.uid);
    const key = column(scope, of.key.attribute);
    return sql`select ${key}, ${rowId(scope)}, ${recordOf(of, of.stored, false, scope)}::text from ${from(scope)} where ${key} = any(${parameter('numbers')}::int[]) order by ${key}`;
  });
  const found = (await runner(statement, { numbers })) as [number, number, string][];
  return found.map(([number, row, stored]) => ({ number, row, stored }));
}

function lockQuery(of: Resource): Sql {
  const scope = open(of.uid);
  const key = column(scope, of.key.attribute);
  return sql`select 1 from ${from(scope)} where ${key} = any(${parameter('numbers')}::int[]) order by ${key} for update`;
}

/** Which of these public identifiers exist. */
export async function existing(of: Resource, numbers: number[], runner: Run): Promise<Set<number>> {
  const statement = prepared(of, 'existing', () => {
    const scope = open(of.uid);
    const key = column(scope, of.key.attribute);
    return sql`select ${key} from ${from(scope)} where ${key} = any(${parameter('numbers')}::int[])`;
  });
  return new Set((await runner(statement, { numbers })).map(([number]) => number as number));
}

/** Strapi's rows of those of these records that exist. */
export async function rowsBehind(of: Resource, numbers: number[], runner: Run): Promise<number[]> {
  const statement = prepared(of, 'rows behind', () => {
    const scope = open(of.uid);
    return sql`select ${rowId(scope)} from ${from(scope)} where ${column(scope, of.key.attribute)} = any(${parameter('numbers')}::int[])`;
  });
  return (await runner(statement, { numbers })).map(([row]) => row as number);
}

/** The fields of a record that are kept ambiguously: a reference to one record of several kinds that names two. */
export async function ambiguousFields(of: Resource, number: number, runner: Run): Promise<string[]> {
  const names = Object.keys(of.fields).filter((name) => of.fields[name]?.isAmbiguous);
  if (names.length === 0) return [];
  const statement = prepared(of, 'ambiguous', () => {
    const scope = open(of.uid);
    const conditions = names.map((name) => of.fields[name]?.isAmbiguous?.(scope) ?? sql`false`);
    return sql`select ${sql.join(conditions)} from ${from(scope)} where ${column(scope, of.key.attribute)} = ${parameter('number')}`;
  });
  const [found] = await runner(statement, { number });
  return names.filter((_, index) => found?.[index] === true);
}

/**
 * Locks a record against other writers, and against those who are about to refer to it: it may be deleted. Answers
 * Strapi's identifiers of it, undefined when there is none.
 */
export const lock = (of: Resource, by: By, runner: Run): Promise<Locked | undefined> =>
  lockWith('whole', of, by, runner);

/** Locks a record against other writers, while others may refer to it: two that name each other can change at once. */
export const lockForChange = (of: Resource, by: By, runner: Run): Promise<Locked | undefined> =>
  lockWith('content', of, by, runner);

type By = { number: number } | { documentId: string };

const LOCKS = { whole: sql`for update`, content: sql`for no key update` };

async function lockWith(part: keyof typeof LOCKS, of: Resource, by: By, runner: Run): Promise<Locked | undefined> {
  const isNumber = 'number' in by;
  const statement = prepared(of, `lock ${part} ${isNumber}`, () => {
    const scope = open(of.uid);
    const match = isNumber ? column(scope, of.key.attribute) : column(scope, 'documentId');
    return sql`select ${rowId(scope)}, ${column(scope, 'documentId')}, ${column(scope, of.key.attribute)} from ${from(scope)} where ${match} = ${parameter('by')} ${LOCKS[part]}`;
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
function pageQuery(of: Resource, names: string[], isFull: boolean, size: number): Sql {
  const { found, total, keys } = pageOf(of, names, size);
  const shown = open(of.uid);
  const rows = sql`select coalesce(json_agg(${recordOf(of, of.row, isFull, shown)} order by ${order(of, shown)}), '[]'::json)::text from (${keys}) page join ${from(shown)} on ${column(shown, of.key.attribute)} = page.key`;
  return sql`with ${found} select (${rows}), (${total})`;
}

function allQuery(of: Resource, names: string[], isFull: boolean): Sql {
  const scope = open(of.uid);
  return sql`select ${recordOf(of, of.row, isFull, scope)}::text from ${from(scope)} where ${condition(of, names, scope)} order by ${order(of, scope)}`;
}

/** SQL: the record that a scope is open on, in one of its resource's shapes; `isFull` adds what `?full` does. */
export function recordOf(of: Resource, shape: Resource['row'], isFull: boolean, scope: Scope): Sql {
  const shown = expressions(of, shape, scope);
  if (!isFull) return object(shown);
  const more = of.full.filter((part) => typeof part !== 'string' || !namesIn(shape).includes(part));
  return object({
    ...shown,
    ...expressions(of, more, scope),
    create_date: timeOf(of, 'createdAt')(scope),
    update_date: timeOf(of, 'updatedAt')(scope),
  });
}
