import type { Json } from '../../../../../../common/json';
import { entryOf } from '../../../../../../common/maps';
import { compile, parameter, sql } from '../../sql/sql';
import type { Run } from '../database';
import { type EditFacts, facts, isAsked, isUndone } from './counted-changes';
import { type Note, notesOf, WHOLE } from './given';

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
};

/**
 * What was done to records besides imports, by public id; without those that only imports have written. One statement, two more if there
 * are any.
 */
export async function editsOf(query: EditsQuery, run: Run): Promise<Map<number, RecordEdits>> {
  const rows = (await run(revisions, query)).map(([row]) => row as Revision);
  if (rows.length === 0) return new Map();
  const notes = await notesOf(query, run);
  const walks = new Map<number, Walk>();
  const walkOf = (number: number) => entryOf(walks, number, () => ({ wasImported: false, fields: new Map() }));
  for (const event of [...rows, ...notes].sort((a, b) => a.change - b.change || rankOf(a) - rankOf(b)))
    if ('given' in event) addNote(walkOf(event.number), event);
    else addRevision(walkOf(event.number), event);
  return await withValues(walks, query, run);
}

/** Where a value stands in history: in the pair of a change, or as the whole field of a created or removed record; or it is known. */
type Place = { change: number; side: 'before' | 'after' | 'whole' } | { value: Json };

/** What is known of a field from a change on. */
interface Known {
  change: number;
  base: Place;
  by: EditFacts | undefined;
}

interface Walk {
  wasImported: boolean;
  /** The last one counts. An undo takes back those since its import. */
  fields: Map<string, Known[]>;
}

interface Revision {
  number: number;
  change: number;
  action: 'create' | 'change' | 'remove';
  kind: string;
  /** The import that an undo takes back. */
  reverts: number | null;
  /** The batch of an import, its undo, or a restore that does it again. */
  batch: number | null;
  /** The changed fields; of a restored record those that differ from what it was when it was deleted. */
  names: string[] | null;
  /** The change that had deleted a restored record. */
  removal: number | null;
  /** Whether the record was there when history began. */
  wasFound: boolean;
  facts: EditFacts;
}

/** An import notes what it said after it has written. */
const rankOf = (event: Revision | Note): number => ('given' in event ? 1 : 0);

function addRevision(walk: Walk, revision: Revision): void {
  const { action, change, names, kind, batch, removal, wasFound, facts } = revision;
  if (kind === 'undo') return void takeBack(walk, revision);
  const isRedo = kind === 'restore' && batch !== null;
  if (isRedo && action !== 'change') return;
  const isImport = kind === 'import';
  if (action === 'create' && kind !== 'restore') Object.assign(walk, { wasImported: false, fields: new Map() });
  // What was changed before the first import is what that found.
  if (isImport && !walk.wasImported && action === 'change') walk.fields = new Map();
  if (isImport || wasFound) walk.wasImported = true;
  if (action === 'remove') return;
  for (const name of names ?? []) {
    const all = entryOf(walk.fields, name, () => []);
    const former: Place = { change: removal ?? change, side: removal === null ? 'before' : 'whole' };
    if (isImport || isRedo) all.push({ change, base: { change, side: 'after' }, by: undefined });
    else all.push({ change, base: all.at(-1)?.base ?? former, by: facts });
  }
}

/** For the fields that an undo has taken back, nothing has happened since the import. */
function takeBack({ fields }: Walk, { action, names, reverts }: Revision): void {
  if (action !== 'change' || reverts === null) return;
  for (const name of names ?? []) {
    const former = (fields.get(name) ?? []).filter(({ change }) => change < reverts);
    if (former.length > 0) fields.set(name, former);
    else fields.delete(name);
  }
}

function addNote(walk: Walk, { field, given, change }: Note): void {
  if (!walk.wasImported) walk.fields = new Map();
  walk.wasImported = true;
  if (field === WHOLE) return;
  const all = entryOf(walk.fields, field, () => []);
  all.push({ change, base: { value: given }, by: all.at(-1)?.by });
}

/** Reads the values of the fields that people have changed. */
async function withValues(
  walks: Map<number, Walk>,
  { resource, names }: EditsQuery,
  run: Run,
): Promise<Map<number, RecordEdits>> {
  const places = [...walks].flatMap(([number, { fields }]) =>
    knownIn(fields).flatMap(([name, { base }]) =>
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
          knownIn(fields)
            .filter(([name]) => names.includes(name))
            .map(([name, { base, by }]) => [name, { base: baseOf(number, name, base), by }]),
        ),
      },
    ]),
  );
}

/** What is known of each field last. */
const knownIn = (fields: Walk['fields']): [string, Known][] =>
  [...fields].flatMap(([name, all]) => all.slice(-1).map((last): [string, Known] => [name, last]));

/** SQL: the change that deleted the record of a revision `v` before it. */
const formerRemoval = sql`(select max(w.change) from rostra_revisions w
  where w.resource = v.resource and w.number = v.number and w.change < v.change and w.action = 'remove')`;

const revisions = compile(sql`
  select json_build_object('number', v.number, 'change', v.change, 'action', v.action, 'kind', c.kind, 'reverts', c.reverts, 'batch', c.batch, 'facts', ${facts}, 'removal', r.change,
    'names', case when v.action = 'change' then (select json_agg(key) from jsonb_object_keys(v.fields) key)
      when r.change is not null then (select json_agg(key) from jsonb_each(v.fields) each where each.value is distinct from r.fields -> key) end,
    'wasFound', (select s.found is not null from rostra_records s where s.resource = v.resource and s.number = v.number))
  from rostra_revisions v join rostra_changes c on c.id = v.change
  left join rostra_revisions r on v.action = 'create' and c.kind = 'restore' and r.resource = v.resource and r.number = v.number and r.change = ${formerRemoval}
  where ${isAsked(sql`v`)} and not ${isUndone(sql`v`)} and v.number in (
    select w.number from rostra_revisions w join rostra_changes c on c.id = w.change
    where ${isAsked(sql`w`)} and c.kind not in ('import', 'undo') and (c.kind <> 'restore' or c.batch is null))`);

const values = compile(sql`
  select p.number, p.name, (case p.side when 'whole' then v.fields -> p.name else case when jsonb_typeof(v.fields -> p.name) = 'array'
    then v.fields -> p.name -> case p.side when 'before' then 0 else 1 end end end)::text
  from jsonb_to_recordset(${parameter('places')}::jsonb) as p(number int, name text, change bigint, side text)
  join rostra_revisions v on v.resource = ${parameter('resource')} and v.number = p.number and v.change = p.change`);
