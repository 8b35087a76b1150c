import type { Field } from '../fields/field';
import { attributeOf } from '../fields/field';
import type { Json } from '../json';
import type { Resource } from '../resource/resource';
import { column, from, open, rowId } from '../sql/scope';
import { parameter, prepared, type Sql, type Statement, sql } from '../sql/sql';
import type { Run } from './database';
import { recordOf } from './read';
import { condition } from './selection';

/** All that is stored of a record. */
export interface StoredRecord {
  publicId: number;
  /** Strapi's row id. */
  row: number;
  /** JSON text of the detail, with the fields that no answer shows. */
  text: string;
}

/** Reads those of these records that exist, by public id, in one statement. */
export async function readStoredRecords(resource: Resource, publicIds: number[], run: Run): Promise<StoredRecord[]> {
  const statement = prepared(resource, 'stored records', () => {
    const scope = open(resource.uid);
    const key = column(scope, resource.key.attribute);
    return sql`select ${key}, ${rowId(scope)}, ${recordOf(resource, resource.stored, false, scope)}::text from ${from(scope)} where ${isOneOf(key)} order by ${key}`;
  });
  const found = (await run(statement, { publicIds })) as [number, number, string][];
  return found.map(([publicId, row, text]) => ({ publicId, row, text }));
}

/**
 * Locks records against other writers until the transaction ends, and reads them. The lock is a statement of its own: one
 * that waits for a lock goes on to read what it saw before.
 */
export async function lockStoredRecords(resource: Resource, publicIds: number[], run: Run): Promise<StoredRecord[]> {
  const statement = prepared(resource, 'lock records', () => {
    const scope = open(resource.uid);
    const key = column(scope, resource.key.attribute);
    return sql`select 1 from ${from(scope)} where ${isOneOf(key)} order by ${key} for update`;
  });
  await run(statement, { publicIds });
  return readStoredRecords(resource, publicIds, run);
}

/** Which of these public ids exist. */
export async function existing(resource: Resource, publicIds: number[], run: Run): Promise<Set<number>> {
  const statement = prepared(resource, 'existing', () => {
    const scope = open(resource.uid);
    const key = column(scope, resource.key.attribute);
    return sql`select ${key} from ${from(scope)} where ${isOneOf(key)}`;
  });
  return new Set((await run(statement, { publicIds })).map(([publicId]) => publicId as number));
}

/** Strapi's row ids of those of these records that exist. */
export async function rowsBehind(resource: Resource, publicIds: number[], run: Run): Promise<number[]> {
  const statement = prepared(resource, 'rows behind', () => {
    const scope = open(resource.uid);
    return sql`select ${rowId(scope)} from ${from(scope)} where ${isOneOf(column(scope, resource.key.attribute))}`;
  });
  return (await run(statement, { publicIds })).map(([row]) => row as number);
}

/** Finds records by the exact text of their attribute `name`; of several with one name, the one with the lowest row id. */
export async function findByName(
  resource: Resource,
  names: string[],
  run: Run,
): Promise<Map<string, { publicId: number; row: number }>> {
  const statement = prepared(resource, 'by name', () => {
    const scope = open(resource.uid);
    const name = column(scope, 'name');
    return sql`select distinct on (${name}) ${name}, ${column(scope, resource.key.attribute)}, ${rowId(scope)} from ${from(scope)} where ${name} = any(${parameter('names')}::text[]) order by ${name}, ${rowId(scope)}`;
  });
  const found = (await run(statement, { names })) as [string, number, number][];
  return new Map(found.map(([name, publicId, row]) => [name, { publicId, row }]));
}

/** Public ids of the records that match parsed filters, `chunk` at a time, in ascending order. */
export async function* matchingPublicIds(
  resource: Resource,
  { filters, chunk }: { filters: Record<string, Json>; chunk: number },
  run: Run,
): AsyncGenerator<number[]> {
  const names = Object.keys(filters).sort();
  const statement = prepared(resource, `public ids ${chunk} ${names.join(' ')}`, () => {
    const scope = open(resource.uid);
    const key = column(scope, resource.key.attribute);
    return sql`select ${key} from ${from(scope)} where ${key} > ${parameter('after')}::int and ${condition(resource, names, scope)} order by ${key} limit ${sql.lit(chunk)}`;
  });
  for await (const rows of keyset(statement, { chunk, filters }, run)) yield rows.map(([publicId]) => publicId);
}

/** Counts the records that match parsed filters. */
export async function countMatching(resource: Resource, filters: Record<string, Json>, run: Run): Promise<number> {
  const names = Object.keys(filters).sort();
  const statement = prepared(resource, `count ${names.join(' ')}`, () => {
    const scope = open(resource.uid);
    return sql`select count(*) from ${from(scope)} where ${condition(resource, names, scope)}`;
  });
  const [found] = await run(statement, filters);
  return Number(found?.[0] ?? 0);
}

/** How many records one statement of `readFields` reads. */
const FIELDS_CHUNK = 5_000;

/** Reads some fields of every stored record: `[publicId, values]`, the values in the order of the fields, not yet parsed. */
export async function* readFields(
  resource: Resource,
  fields: Record<string, Field>,
  run: Run,
): AsyncGenerator<[number, Json[]]> {
  const statement = prepared(resource, `read fields ${Object.keys(fields).join(' ')}`, () => {
    const scope = open(resource.uid);
    const key = column(scope, resource.key.attribute);
    const values = Object.entries(fields).map(([name, field]) => field.read(scope, attributeOf(name, field)));
    return sql`select ${key}, json_build_array(${sql.join(values)}) from ${from(scope)} where ${key} > ${parameter('after')}::int order by ${key} limit ${sql.lit(FIELDS_CHUNK)}`;
  });
  for await (const rows of keyset(statement, { chunk: FIELDS_CHUNK }, run)) yield* rows as [number, Json[]][];
}

/** Runs a statement again and again, each time after the last key, until it returns fewer rows than a whole chunk. */
async function* keyset(
  statement: Statement,
  { chunk, filters = {} }: { chunk: number; filters?: Record<string, Json> },
  run: Run,
): AsyncGenerator<[number, ...unknown[]][]> {
  // The index of a term may be 0.
  for (let after = -1; ; ) {
    const rows = (await run(statement, { ...filters, after })) as [number, ...unknown[]][];
    yield rows;
    after = rows.at(-1)?.[0] ?? after;
    if (rows.length < chunk) return;
  }
}

const isOneOf = (key: Sql): Sql => sql`${key} = any(${parameter('publicIds')}::int[])`;
