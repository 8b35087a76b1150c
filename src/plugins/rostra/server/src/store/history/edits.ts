import type { Json } from '../../../../../../common/json';
import { compile, parameter, sql } from '../../sql/sql';
import type { Run } from '../database';
import { attributionsOf, type Place, type RecordAttribution, type Revision } from './attribution';
import { type EditFacts, factsWithImport, isAsked, isNoteCounted, isUndone } from './counted-changes';
import { isOfField, isOfSource, notesOf } from './given';

/** What was done to a field since the last import of the source that concerned it. */
export interface FieldEdit {
  /** What the import said; undefined if history does not hold it. */
  base: Json | undefined;
  /** The latest change of the field since. */
  by: EditFacts | undefined;
  /** What the import has written instead, because other records of it said so; `by` is this import until somebody else changes it. */
  written?: Json;
}

/** What was done to a record besides imports of the source. */
export interface RecordEdits {
  /** Whether an import has ever written the record, or it was there when history began. */
  wasImported: boolean;
  /** Whether an import of the source has had it: if none has, what other imports said counts. */
  isKnown: boolean;
  fields: Record<string, FieldEdit>;
}

type EditsQuery = {
  resource: string;
  publicIds: number[];
  /** The fields that matter. */
  names: string[];
  /** The name of the source; empty for imports without one. */
  source: string;
};

/**
 * What was done to records besides imports of a source, by public id. Without those of which there is nothing to tell: that have only been
 * written by imports of the source, or also by others before the source first had them. One statement, two more if there are any.
 */
export async function editsOf(query: EditsQuery, run: Run): Promise<Map<number, RecordEdits>> {
  const rows = (await run(revisions, query)).map(([row]) => row as Revision);
  if (rows.length === 0) return new Map();
  const publicIds = [...new Set(rows.map(({ number }) => number))];
  const notes = await notesOf({ ...query, publicIds }, run);
  return await withValues(attributionsOf(rows, notes, query.source), query, run);
}

/** Reads the values of the fields that people have changed. */
async function withValues(
  found: Map<number, RecordAttribution>,
  { resource, names }: EditsQuery,
  run: Run,
): Promise<Map<number, RecordEdits>> {
  const places = [...found].flatMap(([number, { fields }]) =>
    [...fields].flatMap(([name, { base, written }]) =>
      [base, ...(written ? [written] : [])].flatMap((place) =>
        'change' in place && names.includes(name) ? [{ number, name, change: place.change, side: place.side }] : [],
      ),
    ),
  );
  const rows = places.length > 0 ? await run(values, { resource, places: JSON.stringify(places) }) : [];
  // As text, so that JSON's null is told from none.
  const texts = new Map(
    rows.map(([number, name, change, side, text]) => [[number, name, change, side].join(' '), text as string | null]),
  );
  const valueAt = (number: number, name: string, base: Place): Json | undefined => {
    if ('value' in base) return base.value;
    const text = texts.get([number, name, base.change, base.side].join(' '));
    return text == null ? undefined : JSON.parse(text);
  };
  return new Map(
    [...found].map(([number, { wasImported, isKnown, fields }]) => [
      number,
      {
        wasImported,
        isKnown,
        fields: Object.fromEntries(
          [...fields]
            .filter(([name]) => names.includes(name))
            .map(([name, { base, by, written }]) => {
              const said = { base: valueAt(number, name, base), by };
              const value = written && valueAt(number, name, written);
              return [name, value === undefined ? said : { ...said, written: value }];
            }),
        ),
      },
    ]),
  );
}

/** SQL: the change that deleted the record of a revision `v` before it. */
const formerRemoval = sql`(select max(w.change) from rostra_revisions w
  where w.resource = v.resource and w.number = v.number and w.change < v.change and w.action = 'remove')`;

/** SQL: the import that a change `c` has undone, or done again. */
const imported = sql`case when c.batch is not null and c.kind in ('undo', 'restore') then coalesce(
  (select i.change from rostra_batches b join rostra_batches i on i.number = coalesce(b.undoes, b.redoes) where b.number = c.batch), c.reverts) end`;

/** SQL: fingerprints of the values of a revision `v` before and after it. */
const prints = sql`(select json_object_agg(key, json_build_array(md5((value -> 0)::text), md5((value -> 1)::text)))
  from jsonb_each(v.fields) where jsonb_typeof(value) = 'array')`;

/** SQL: whether an import with the batch `b` is of another source. */
const isOfOther = sql`coalesce(b.source, '') <> ${parameter('source')}`;

/** SQL: changes of records, with what is known of each. */
const changesOfRecords = sql`rostra_revisions v join rostra_changes c on c.id = v.change left join rostra_batches b on b.number = c.batch`;

/** SQL: whether a change `c` takes an import back, or does it again. */
const isReversal = sql`(c.kind = 'undo' or c.kind = 'restore' and c.batch is not null)`;

/**
 * SQL: since which change the source has had a record: that of its first import that counts, or that it was noted of; what was there when
 * history began is of the source without a name.
 */
const contacts = sql`
  select number, min(change) as change from (
    select v.number, v.change from ${changesOfRecords} where ${isAsked(sql`v`)} and c.kind = 'import' and not ${isOfOther} and not ${isUndone(sql`v`)}
    union all select g.number, g.change from rostra_given g where ${isAsked(sql`g`)} and ${isOfSource(sql`g`)} and ${isNoteCounted(sql`g`)}
    union all select s.number, 0 from rostra_records s where ${isAsked(sql`s`)} and s.found is not null and ${parameter('source')} = '') each group by number`;

/**
 * SQL: records that people have changed, or imports of other sources since the source has had them. What others did before counts as its own.
 * What an import said of a field and did not write may differ from what is stored, whoever else has changed that.
 */
const concerned = sql`
  select v.number from ${changesOfRecords} left join contacts k on k.number = v.number
  where ${isAsked(sql`v`)} and not ${isReversal} and (c.kind <> 'import' or ${isOfOther} and v.change > coalesce(k.change, 0))
  union select g.number from rostra_given g where ${isAsked(sql`g`)} and ${isOfField(sql`g`)}`;

// Only where something is taken back or done again is it of interest what the values were. What was there when history began may be unknown
// to a source that has a name, though nobody has changed it since.
const revisions = compile(sql`
  with contacts as (${contacts}), concerned as (${concerned})
  select json_build_object('number', v.number, 'change', v.change, 'action', v.action, 'import', ${imported}, 'isUndone', ${isUndone(sql`v`)}, 'facts', ${factsWithImport}, 'removal', r.change,
    'role', case when c.kind = 'import' and ${isOfOther} then 'other' when c.kind in ('import', 'undo') then c.kind when c.kind = 'restore' and c.batch is not null then 'redo' else 'hand' end,
    'names', case when v.action = 'change' then (select json_agg(key) from jsonb_object_keys(v.fields) key)
      when r.change is not null then (select json_agg(key) from jsonb_each(v.fields) each where each.value is distinct from r.fields -> key) end,
    'prints', case when v.action = 'change' and (c.kind = 'import' or ${isReversal}) and bool_or(${isReversal}) over (partition by v.number) then ${prints} end,
    'wasFound', (select s.found is not null from rostra_records s where s.resource = v.resource and s.number = v.number))
  from ${changesOfRecords}
  left join rostra_revisions r on v.action = 'create' and c.kind = 'restore' and r.resource = v.resource and r.number = v.number and r.change = ${formerRemoval}
  where ${isAsked(sql`v`)} and v.number in (select number from concerned)
  union all
  select json_build_object('number', s.number, 'change', 0, 'action', 'found', 'role', 'other', 'isUndone', false, 'wasFound', true)
  from rostra_records s where ${isAsked(sql`s`)} and s.found is not null and ${parameter('source')} <> '' and s.number not in (select number from contacts)`);

const values = compile(sql`
  select p.number, p.name, p.change, p.side, (case p.side when 'whole' then v.fields -> p.name else case when jsonb_typeof(v.fields -> p.name) = 'array'
    then v.fields -> p.name -> case p.side when 'before' then 0 else 1 end end end)::text
  from jsonb_to_recordset(${parameter('places')}::jsonb) as p(number int, name text, change bigint, side text)
  join rostra_revisions v on v.resource = ${parameter('resource')} and v.number = p.number and v.change = p.change`);
