import type { Json, JsonObject } from '../../../../../../common/json';
import { compile, parameter, type Sql, sql } from '../../sql/sql';
import type { Run } from '../database';
import { isAsked, isNoteCounted } from './counted-changes';

/** What an import said of a field that did not get that value, or had it already. */
export interface Note {
  number: number;
  change: number;
  field: string;
  given: Json;
  /** Whether an import of the source that is asked for said so, or one of another source. One of an unknown source counts as of each. */
  isOfSource: boolean;
}

/** In place of a field: an import has had the record, without writing it, for the first time among those of its source. */
export const WHOLE = '';

/** The beginning of what stands in place of a field for the identifier of a record at a source: `@lis`. It lasts as long as the record's own. */
export const OF_SOURCE = '@';

/**
 * In place of a source, which cannot have this name: an earlier version noted it, which did not say of which source the import was. That of
 * any may have said so.
 */
export const OF_ANY = '*';

/** What an import said of fields of a record, to be noted. */
export interface Given {
  publicId: number;
  /** Whether to note that the source has had the record. Values that it said do not tell: they are not kept for good. */
  isFirst?: boolean;
  fields: JsonObject;
}

/** The import that says something: its change, unless it writes nothing, and the name of its source; empty without one. */
export interface Speaker {
  change: number | undefined;
  sourceName: string;
}

/**
 * Notes what an import said, as of its change; without one as of now, and for good, which is instead of what former ones of its source said,
 * or of one that is unknown.
 */
export async function noteGiven(
  resource: string,
  notes: Given[],
  { change, sourceName }: Speaker,
  run: Run,
): Promise<void> {
  const rows = notes.flatMap(({ publicId, isFirst, fields }) =>
    Object.entries({ ...(isFirst && { [WHOLE]: null }), ...fields }).map(([field, given]) => ({
      ...{ publicId, field, given },
    })),
  );
  if (rows.length > 0)
    await run(note, { resource, source: sourceName, notes: JSON.stringify(rows), change: change ?? null });
}

/** What imports said of fields of records, and that they had these. Undone ones do not count. One statement. */
export async function notesOf(
  query: { resource: string; publicIds: number[]; names: string[]; source: string },
  run: Run,
): Promise<Note[]> {
  return (await run(givenValues, query)).map(([row]) => row as Note);
}

/**
 * Removes what imports said, of records that history cannot restore, and up to the last change whose values it does not keep any more: what
 * people have changed since is a conflict then.
 */
export async function pruneGiven(run: Run): Promise<void> {
  await run(prune);
}

/** SQL: whether a row notes something of the source that is asked for. */
export const isOfSource = (alias: Sql): Sql => sql`${alias}.source in (${parameter('source')}, ${sql.lit(OF_ANY)})`;

/** SQL: whether a row notes what an import said of a field, not only that it had the record. */
export const isOfField = (alias: Sql): Sql =>
  sql`(${alias}.field <> ${sql.lit(WHOLE)} and left(${alias}.field, 1) <> ${sql.lit(OF_SOURCE)})`;

// Which source has identified a record is nothing to another one, but that an import has had it is.
const givenValues = compile(sql`
  select json_build_object('number', g.number, 'change', g.change, 'field', g.field, 'given', g.given, 'isOfSource', ${isOfSource(sql`g`)})
  from rostra_given g where ${isAsked(sql`g`)} and (g.field = any(${parameter('names')}::text[]) or not ${isOfField(sql`g`)}) and ${isNoteCounted(sql`g`)}`);

const note = compile(sql`
  with noted as (
    select "publicId" as number, field, coalesce(given, 'null') as given from jsonb_to_recordset(${parameter('notes')}::jsonb) as n("publicId" int, field text, given jsonb)),
  last as (select coalesce(max(id), 0) as change from rostra_changes),
  former as (
    delete from rostra_given g using noted n, last where ${parameter('change')}::bigint is null
      and g.resource = ${parameter('resource')} and g.number = n.number and g.field = n.field and ${isOfSource(sql`g`)}
      and (g.change < last.change or g.source <> ${parameter('source')}))
  insert into rostra_given (resource, number, field, given, change, is_own, source)
  select ${parameter('resource')}, n.number, n.field, n.given, coalesce(${parameter('change')}::bigint, last.change), ${parameter('change')}::bigint is not null, ${parameter('source')} from noted n, last
  on conflict (resource, number, field, source, change) do update set given = excluded.given, is_own = excluded.is_own`);

// That an import had a record is no value: without it, the next import would take the record for one that no import has written.
const prune = compile(sql`
  delete from rostra_given g
  where g.field not like ${sql.lit(`${OF_SOURCE}%`)} and (g.field <> ${sql.lit(WHOLE)} and g.change <= (select max(change) from rostra_pruned)
    or exists (select from rostra_records r where r.resource = g.resource and r.number = g.number and r.state is null
      and not exists (select from rostra_revisions v where v.resource = r.resource and v.number = r.number and v.change = r.change and v.fields is not null)))`);
