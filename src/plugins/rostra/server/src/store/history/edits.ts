import type { Json, JsonObject } from '../../../../../../common/json';
import { entryOf } from '../../../../../../common/maps';
import { compile, parameter, type Sql, sql } from '../../sql/sql';
import type { Run } from '../database';
import type { ChangeFacts } from './past';

/** What is known of a change: who made it, when, and through which door. */
export type EditFacts = Pick<ChangeFacts, 'change' | 'at' | 'door' | 'actor'>;

/** What was done to a field since the last import that concerned it. */
export interface FieldEdit {
  /** What the import said; undefined if history does not hold it. */
  base: Json | undefined;
  /** The latest change of the field since. */
  by: EditFacts | undefined;
}

/** What was done to a record besides imports. */
export interface RecordEdits {
  /** Whether an import has ever written the record, or it was there when history began. */
  wasImported: boolean;
  fields: Record<string, FieldEdit>;
}

type EditsQuery = {
  resource: string;
  publicIds: number[];
  /** The fields that matter. */
  names: string[];
  /** Undone imports, and their undos: they count as if they had not happened. */
  undone: number[];
};

/**
 * What was done to records besides imports, by public id; without those that only imports have written. One statement, two more if there
 * are any.
 */
export async function editsOf(query: EditsQuery, run: Run): Promise<Map<number, RecordEdits>> {
  const rows = (await run(revisions, query)).map(([row]) => row as Revision);
  if (rows.length === 0) return new Map();
  const notes = (await run(givenValues, query)).map(([row]) => row as Note);
  const walks = new Map<number, Walk>();
  const walkOf = (number: number) => entryOf(walks, number, () => ({ wasImported: false, fields: new Map() }));
  for (const event of [...rows, ...notes].sort((a, b) => a.change - b.change || rankOf(a) - rankOf(b)))
    if ('given' in event) addNote(walkOf(event.number), event);
    else addRevision(walkOf(event.number), event);
  return await withValues(walks, query, run);
}

/** Where a value stands in history: in the pair of a change, or as the whole field of a created or removed record; or it is known. */
type Place = { change: number; side: 'before' | 'after' | 'whole' } | { value: Json };

interface Walk {
  wasImported: boolean;
  fields: Map<string, { base: Place; by: EditFacts | undefined }>;
}

interface Revision {
  number: number;
  change: number;
  action: 'create' | 'change' | 'remove';
  kind: string;
  /** The changed fields; of a restored record those that differ from what it was when it was deleted. */
  names: string[] | null;
  /** The change that had deleted a restored record. */
  removal: number | null;
  /** Whether the record was there when history began. */
  wasFound: boolean;
  facts: EditFacts;
}

/** What an import said of a field that did not get that value, or had it already. */
interface Note {
  number: number;
  change: number;
  field: string;
  given: Json;
}

/** An import notes what it said after it has written. */
const rankOf = (event: Revision | Note): number => ('given' in event ? 1 : 0);

function addRevision(walk: Walk, { action, change, names, kind, removal, wasFound, facts }: Revision): void {
  const isImport = kind === 'import';
  if (action === 'create' && kind !== 'restore') Object.assign(walk, { wasImported: false, fields: new Map() });
  // What was changed before the first import is what that found.
  if (isImport && !walk.wasImported && action === 'change') walk.fields = new Map();
  if (isImport || wasFound) walk.wasImported = true;
  if (action === 'remove') return;
  for (const name of names ?? []) {
    const known = walk.fields.get(name)?.base;
    const former: Place = { change: removal ?? change, side: removal === null ? 'before' : 'whole' };
    walk.fields.set(
      name,
      isImport ? { base: { change, side: 'after' }, by: undefined } : { base: known ?? former, by: facts },
    );
  }
}

function addNote(walk: Walk, { field, given }: Note): void {
  walk.wasImported = true;
  walk.fields.set(field, { base: { value: given }, by: walk.fields.get(field)?.by });
}

/** Reads the values of the fields that people have changed. */
async function withValues(
  walks: Map<number, Walk>,
  { resource, names }: EditsQuery,
  run: Run,
): Promise<Map<number, RecordEdits>> {
  const places = [...walks].flatMap(([number, { fields }]) =>
    [...fields].flatMap(([name, { base }]) =>
      'change' in base && names.includes(name) ? [{ number, name, change: base.change, side: base.side }] : [],
    ),
  );
  const found = places.length > 0 ? await run(values, { resource, places: JSON.stringify(places) }) : [];
  // As text, so that JSON's null is told from none.
  const texts = new Map(found.map(([number, name, text]) => [`${number} ${name}`, text as string | null]));
  const baseOf = (number: number, name: string, base: Place): Json | undefined => {
    if ('value' in base) return base.value;
    const text = texts.get(`${number} ${name}`);
    return text == null ? undefined : JSON.parse(text);
  };
  return new Map(
    [...walks].map(([number, { wasImported, fields }]) => [
      number,
      {
        wasImported,
        fields: Object.fromEntries(
          [...fields]
            .filter(([name]) => names.includes(name))
            .map(([name, { base, by }]) => [name, { base: baseOf(number, name, base), by }]),
        ),
      },
    ]),
  );
}

/** What an import said of a field, to be noted. */
export interface Given {
  publicId: number;
  field: string;
  given: Json;
}

/** Notes what an import said, as of a change; without one as of now. */
export async function noteGiven(resource: string, notes: Given[], change: number | undefined, run: Run): Promise<void> {
  if (notes.length === 0) return;
  await run(note, { resource, notes: JSON.stringify(notes), change: change ?? null });
}

/** Undone imports, and their undos. */
export async function undoneChanges(run: Run): Promise<number[]> {
  return (await run(undone)).map(([id]) => Number(id));
}

/** A record that was deleted, but not by an import; what was undone counts as if it had not happened. */
export interface Removal {
  publicId: number;
  by: EditFacts;
}

/** Of these records those that people have deleted. `undone`: of `undoneChanges`. One statement. */
export async function removalsByPeople(
  resource: string,
  publicIds: number[],
  undone: number[],
  run: Run,
): Promise<Removal[]> {
  return (await run(removals, { resource, publicIds, undone })).map(([row]) => row as Removal);
}

/** Whether people have deleted any record. One statement. */
export const hasRemovals = async (undone: number[], run: Run): Promise<boolean> =>
  (await run(anyRemoval, { undone })).length > 0;

/** Some fields of all records that people have deleted; none where their values are private. */
export async function* removedFields(
  resource: string,
  names: string[],
  chunk: number,
  run: Run,
): AsyncIterable<{ publicId: number; fields: JsonObject }> {
  const undone = await undoneChanges(run);
  for (let last = -1; ; ) {
    const rows = await run(removed, { resource, names, undone, last, chunk });
    for (const [publicId, fields] of rows) yield { publicId: publicId as number, fields: fields as JsonObject };
    if (rows.length < chunk) return;
    last = rows.at(-1)?.[0] as number;
  }
}

/** The values that records had when people deleted them, by public id; without those whose values are private or erased. One statement. */
export async function lastValuesOf(
  resource: string,
  publicIds: number[],
  undone: number[],
  run: Run,
): Promise<Map<number, JsonObject>> {
  const rows = await run(lastValues, { resource, publicIds, undone });
  return new Map(rows.flatMap(([publicId, fields]) => (fields ? [[publicId as number, fields as JsonObject]] : [])));
}

const facts = sql`json_build_object('change', c.id, 'at', floor(extract(epoch from c.at) * 1000)::bigint, 'door', c.door, 'actor', c.actor)`;
const isImport = sql`c.kind in ('import', 'undo')`;
const isAsked = (alias: Sql): Sql =>
  sql`${alias}.resource = ${parameter('resource')} and ${alias}.number = any(${parameter('publicIds')}::int[])`;
const isCounted = (change: Sql): Sql => sql`${change} <> all(${parameter('undone')}::bigint[])`;

/** SQL: the change that deleted the record of a revision `v` before it. */
const formerRemoval = sql`(select max(w.change) from rostra_revisions w
  where w.resource = v.resource and w.number = v.number and w.change < v.change and w.action = 'remove')`;

const revisions = compile(sql`
  select json_build_object('number', v.number, 'change', v.change, 'action', v.action, 'kind', c.kind, 'facts', ${facts}, 'removal', r.change,
    'names', case when v.action = 'change' then (select json_agg(key) from jsonb_object_keys(v.fields) key)
      when r.change is not null then (select json_agg(key) from jsonb_each(v.fields) each where each.value is distinct from r.fields -> key) end,
    'wasFound', (select s.found is not null from rostra_records s where s.resource = v.resource and s.number = v.number))
  from rostra_revisions v join rostra_changes c on c.id = v.change
  left join rostra_revisions r on v.action = 'create' and c.kind = 'restore' and r.resource = v.resource and r.number = v.number and r.change = ${formerRemoval}
  where ${isAsked(sql`v`)} and ${isCounted(sql`v.change`)} and v.number in (
    select w.number from rostra_revisions w join rostra_changes c on c.id = w.change
    where ${isAsked(sql`w`)} and ${isCounted(sql`w.change`)} and not ${isImport})`);

const givenValues = compile(sql`
  select json_build_object('number', g.number, 'change', g.change, 'field', g.field, 'given', g.given)
  from rostra_given g where ${isAsked(sql`g`)} and g.field = any(${parameter('names')}::text[]) and (not g.is_own or ${isCounted(sql`g.change`)})`);

const values = compile(sql`
  select p.number, p.name, (case p.side when 'whole' then v.fields -> p.name else case when jsonb_typeof(v.fields -> p.name) = 'array'
    then v.fields -> p.name -> case p.side when 'before' then 0 else 1 end end end)::text
  from jsonb_to_recordset(${parameter('places')}::jsonb) as p(number int, name text, change bigint, side text)
  join rostra_revisions v on v.resource = ${parameter('resource')} and v.number = p.number and v.change = p.change`);

const note = compile(sql`
  insert into rostra_given (resource, number, field, given, change, is_own)
  select ${parameter('resource')}, n."publicId", n.field, n.given, coalesce(${parameter('change')}::bigint, (select coalesce(max(id), 0) from rostra_changes)), ${parameter('change')}::bigint is not null
  from jsonb_to_recordset(${parameter('notes')}::jsonb) as n("publicId" int, field text, given jsonb)
  on conflict (resource, number, field, change) do update set given = excluded.given, is_own = excluded.is_own`);

const undone = compile(sql`
  select id from rostra_changes where kind = 'undo' union select reverts from rostra_changes where kind = 'undo' and reverts is not null`);

/** SQL: records that people have deleted, each with the revision and the change that did it. */
const deleted = sql`rostra_records r
  join lateral (select v.change, v.fields from rostra_revisions v where v.resource = r.resource and v.number = r.number and v.action = 'remove'
    and ${isCounted(sql`v.change`)} order by v.change desc limit 1) v on r.state is null
  join rostra_changes c on c.id = v.change and c.kind <> 'import'`;

const removals = compile(sql`
  select json_build_object('publicId', r.number, 'by', ${facts}) from ${deleted} where ${isAsked(sql`r`)} order by r.number`);

const anyRemoval = compile(sql`select 1 from ${deleted} limit 1`);

const removed = compile(sql`
  select r.number, (select json_object_agg(name, v.fields -> name) from unnest(${parameter('names')}::text[]) name)
  from ${deleted} where r.resource = ${parameter('resource')} and r.number > ${parameter('last')}::int and v.fields is not null
  order by r.number limit ${parameter('chunk')}::int`);

const lastValues = compile(sql`select r.number, v.fields::json from ${deleted} where ${isAsked(sql`r`)}`);
