import type { Resource } from '../resource/resource';
import { column, rowId, scopeOf, tableOf } from '../sql/scope';
import { parameter, prepared, type Sql, sql } from '../sql/sql';
import type { Run } from './database';
import { recordOf } from './read';

/** A record with everything that is stored of it. */
export interface StoredRecord {
  publicId: number;
  /** Strapi's row id. */
  rowId: number;
  /** JSON text of the detail, plus the fields that no answer shows. */
  text: string;
}

/** Reads records by public id, in one statement; omits those that do not exist. */
export async function readStoredRecords(resource: Resource, publicIds: number[], run: Run): Promise<StoredRecord[]> {
  const statement = prepared(resource, 'stored records', () => {
    const scope = scopeOf(resource.uid);
    const key = column(scope, resource.key.attribute);
    return sql`select ${key}, ${rowId(scope)}, ${recordOf(resource, resource.stored, false, scope)}::text from ${tableOf(scope)} where ${isOneOf(key)} order by ${key}`;
  });
  const found = (await run(statement, { publicIds })) as [number, number, string][];
  return found.map(([publicId, rowId, text]) => ({ publicId, rowId, text }));
}

/** Locks records against other writers until the transaction ends. Returns their public ids, each with Strapi's row id. */
export async function lockRecords(resource: Resource, publicIds: number[], run: Run): Promise<[number, number][]> {
  const statement = prepared(resource, 'lock records', () => {
    const scope = scopeOf(resource.uid);
    const key = column(scope, resource.key.attribute);
    return sql`select ${key}, ${rowId(scope)} from ${tableOf(scope)} where ${isOneOf(key)} order by ${key} for update`;
  });
  return (await run(statement, { publicIds })) as [number, number][];
}

/** Locks records and reads them. Two statements, because one that waits for a lock still reads its old snapshot. */
export async function lockStoredRecords(resource: Resource, publicIds: number[], run: Run): Promise<StoredRecord[]> {
  await lockRecords(resource, publicIds, run);
  return readStoredRecords(resource, publicIds, run);
}

/** Which of these public ids exist. */
export async function existingPublicIds(resource: Resource, publicIds: number[], run: Run): Promise<Set<number>> {
  const statement = prepared(resource, 'existingPublicIds', () => {
    const scope = scopeOf(resource.uid);
    const key = column(scope, resource.key.attribute);
    return sql`select ${key} from ${tableOf(scope)} where ${isOneOf(key)}`;
  });
  return new Set((await run(statement, { publicIds })).map(([publicId]) => publicId as number));
}

/** Strapi's row ids of these records; omits those that do not exist. */
export async function rowIdsOf(resource: Resource, publicIds: number[], run: Run): Promise<number[]> {
  const statement = prepared(resource, 'row ids', () => {
    const scope = scopeOf(resource.uid);
    return sql`select ${rowId(scope)} from ${tableOf(scope)} where ${isOneOf(column(scope, resource.key.attribute))}`;
  });
  return (await run(statement, { publicIds })).map(([row]) => row as number);
}

/** Finds records by the exact text of the attribute `name`; among namesakes, the one with the lowest row id. */
export async function findByName(
  resource: Resource,
  names: string[],
  run: Run,
): Promise<Map<string, { publicId: number; row: number }>> {
  const statement = prepared(resource, 'by name', () => {
    const scope = scopeOf(resource.uid);
    const name = column(scope, 'name');
    return sql`select distinct on (${name}) ${name}, ${column(scope, resource.key.attribute)}, ${rowId(scope)} from ${tableOf(scope)} where ${name} = any(${parameter('names')}::text[]) order by ${name}, ${rowId(scope)}`;
  });
  const found = (await run(statement, { names })) as [string, number, number][];
  return new Map(found.map(([name, publicId, row]) => [name, { publicId, row }]));
}

const isOneOf = (key: Sql): Sql => sql`${key} = any(${parameter('publicIds')}::int[])`;
