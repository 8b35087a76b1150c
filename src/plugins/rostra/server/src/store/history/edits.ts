import type { Json, JsonObject } from '../../../../../../common/json';
import { entryOf } from '../../../../../../common/maps';
import { compile, parameter, type Sql, sql } from '../../sql/sql';
import type { Run } from '../database';
import type { ChangeFacts } from './past';

/** What is known of a change: who made it, when, and through which door. */
export type EditFacts = Pick<ChangeFacts, 'change' | 'at' | 'door' | 'actor'>;

/** What was done to a field after the last import of it. */
export interface FieldEdit {
  /** The value that the last import left; undefined if history does not hold it. */
  base: Json | undefined;
  /** The latest change of the field. */
  by: EditFacts;
}

/** What was done to a record besides imports. */
export interface RecordEdits {
  /** Whether an import has ever written the record, or it was there when history began. */
  wasImported: boolean;
  fields: Record<string, FieldEdit>;
}

interface Revision {
  number: number;
  action: 'create' | 'change' | 'remove';
  fields: JsonObject | null;
  kind: string;
  /** Whether the record was there when history began. */
  wasFound: boolean;
  facts: EditFacts;
}

/**
 * What was done to records besides imports and their undos, by public id; without those to which nothing was. One statement.
 * @param ignored changes that do not count
 */
export async function editsOf(
  resource: string,
  publicIds: number[],
  ignored: number[],
  run: Run,
): Promise<Map<number, RecordEdits>> {
  const found = new Map<number, RecordEdits>();
  for (const [row] of await run(revisions, { resource, publicIds, ignored })) {
    const revision = row as Revision;
    addRevision(
      entryOf(found, revision.number, () => ({ wasImported: false, fields: {} })),
      revision,
    );
  }
  return found;
}

/** Changes that say nothing about what a person wants of a single record. */
const IMPORTS = ['import', 'undo'];

function addRevision(edits: RecordEdits, { action, fields, kind, wasFound, facts }: Revision): void {
  const isImport = IMPORTS.includes(kind);
  if (isImport || wasFound) edits.wasImported = true;
  // A restored record is as it was before it was deleted.
  if (action === 'create' && kind !== 'restore') edits.fields = {};
  if (action !== 'change') return;
  for (const [name, sides] of Object.entries(fields ?? {})) {
    // Erased values are no pairs.
    const [before] = Array.isArray(sides) ? sides : [];
    if (isImport) delete edits.fields[name];
    else edits.fields[name] = { base: name in edits.fields ? edits.fields[name]?.base : before, by: facts };
  }
}

/** A record that was deleted, but not by an import or its undo. */
export interface Removal {
  publicId: number;
  by: EditFacts;
}

/** Of these records those that are deleted, but not by an import or its undo. One statement. */
export async function removalsByPeople(resource: string, publicIds: number[], run: Run): Promise<Removal[]> {
  return (await run(removals, { resource, publicIds })).map(([row]) => row as Removal);
}

/** Whether any record is deleted, but not by an import or its undo. One statement. */
export const hasRemovals = async (run: Run): Promise<boolean> => (await run(anyRemoval)).length > 0;

/** Some fields of all records that are deleted, but not by an import or its undo; none where their values are private. */
export async function* removedFields(
  resource: string,
  names: string[],
  chunk: number,
  run: Run,
): AsyncIterable<{ publicId: number; fields: JsonObject }> {
  for (let last = -1; ; ) {
    const rows = await run(removed, { resource, names, last, chunk });
    for (const [publicId, fields] of rows) yield { publicId: publicId as number, fields: fields as JsonObject };
    if (rows.length < chunk) return;
    last = rows.at(-1)?.[0] as number;
  }
}

/** The values that deleted records had, by public id; without those whose values are private or erased. One statement. */
export async function lastValuesOf(resource: string, publicIds: number[], run: Run): Promise<Map<number, JsonObject>> {
  const rows = await run(lastValues, { resource, publicIds });
  return new Map(rows.flatMap(([publicId, fields]) => (fields ? [[publicId as number, fields as JsonObject]] : [])));
}

const facts = sql`json_build_object('change', c.id, 'at', floor(extract(epoch from c.at) * 1000)::bigint, 'door', c.door, 'actor', c.actor)`;
const isImport = sql`c.kind in (${sql.join(IMPORTS.map((kind) => sql.lit(kind)))})`;
const isAsked = (alias: Sql): Sql =>
  sql`${alias}.resource = ${parameter('resource')} and ${alias}.number = any(${parameter('publicIds')}::int[])`;

const revisions = compile(sql`
  select json_build_object('number', v.number, 'action', v.action, 'fields', v.fields, 'kind', c.kind, 'facts', ${facts},
    'wasFound', (select r.found is not null from rostra_records r where r.resource = v.resource and r.number = v.number))
  from rostra_revisions v join rostra_changes c on c.id = v.change
  where ${isAsked(sql`v`)} and v.change <> all(${parameter('ignored')}::bigint[]) and v.number in (
    select w.number from rostra_revisions w join rostra_changes c on c.id = w.change
    where ${isAsked(sql`w`)} and w.change <> all(${parameter('ignored')}::bigint[]) and not ${isImport})
  order by v.number, v.change`);

/** SQL: deleted records, each with the change that deleted it. */
const deleted = sql`rostra_records r join rostra_changes c on c.id = r.change`;

const removals = compile(sql`
  select json_build_object('publicId', r.number, 'by', ${facts}) from ${deleted}
  where ${isAsked(sql`r`)} and r.state is null and not ${isImport} order by r.number`);

const anyRemoval = compile(sql`
  select 1 from ${deleted} where r.state is null and not ${isImport} limit 1`);

const removed = compile(sql`
  select r.number, (select json_object_agg(name, v.fields -> name) from unnest(${parameter('names')}::text[]) name)
  from ${deleted} join rostra_revisions v on v.resource = r.resource and v.number = r.number and v.change = r.change
  where r.resource = ${parameter('resource')} and r.state is null and r.number > ${parameter('last')}::int and not ${isImport} and v.fields is not null
  order by r.number limit ${parameter('chunk')}::int`);

const lastValues = compile(sql`
  select r.number, v.fields::json from rostra_records r
  join rostra_revisions v on v.resource = r.resource and v.number = r.number and v.change = r.change
  where ${isAsked(sql`r`)} and r.state is null`);
