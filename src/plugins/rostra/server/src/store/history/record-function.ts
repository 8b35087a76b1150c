import { modelOf } from '../../sql/model';
import { type FieldGroup, fieldGroupsOf } from './sections';
import { type DatabaseFunction, recordFunction, stateFunction, type Tracked, textOf } from './tracked';

/**
 * Compares records with their recorded states, records what differs, and returns whether anything did. Of the records, given by public
 * id or by row, only those sections are read that may have changed; without a section the whole record.
 */
export const record = (of: Tracked): DatabaseFunction => {
  const {
    resource: { name, hasPrivateHistory },
    table,
    key,
    shape,
  } = of;
  return {
    name: recordFunction(name),
    signature: '(this bigint, numbers integer[], row_ids integer[], sections text[]) returns boolean',
    language: 'plpgsql',
    body: `
begin
  with touched as (
    select case when t.row_id = -1 then t.number else (select record."${key}" from "${table}" record where record.id = t.row_id) end as number,
      array_agg(distinct t.section) as sections
    from unnest(numbers, row_ids, sections) t(number, row_id, section) group by 1),
  present as (
    select t.number, t.sections, (select record.id from "${table}" record where record."${key}" = t.number limit 1) as row_id, known.*
    from touched t left join lateral (
      select ${hasPrivateHistory ? 'r.hash as former, false as is_base' : `${UNPACKED} as former, r.shape = '${shape}' and r.state is not null as is_base`}
      from rostra_records r where r.resource = '${name}' and r.number = t.number offset 0) known on true
    where t.number is not null offset 0),
  reread as (
    select p.*, ${hasPrivateHistory ? 'null::jsonb' : `case when p.row_id is not null and p.is_base and not '' = any(p.sections) then ${changedText(of)} end`} as changed
    from present p offset 0),
  compared as (
    select r.*, case when r.row_id is null then null
      ${hasPrivateHistory ? '' : 'when r.changed is not null then r.former || r.changed'} else ${stateFunction(name)}(r.row_id) end as state
    from reread r offset 0),
  differing as materialized (
    select c.number, c.row_id, c.state, md5(c.state::text) as hash,
      case when c.former is null then 'create' when c.state is null then 'remove' else 'change' end as action,
      ${hasPrivateHistory ? 'null::jsonb' : FIELDS} as fields
    from compared c where c.former is distinct from ${hasPrivateHistory ? 'md5(c.state::text)' : 'c.state'}),
  revised as (
    insert into rostra_revisions (change, resource, number, action, fields, hash, shape)
    select this, '${name}', d.number, d.action, d.fields, ${hasPrivateHistory ? 'null' : 'd.hash'}, '${shape}' from differing d)
  insert into rostra_records as r (resource, number, state, hash, change, shape, document, created)
  select '${name}', d.number, ${hasPrivateHistory ? `case when d.state is not null then '{}'::jsonb end` : 'd.state'}, d.hash, this, '${shape}', record.document_id, record.created_at at time zone 'UTC'
  from differing d left join "${table}" record on record.id = d.row_id
  on conflict (resource, number) do update set state = excluded.state, hash = excluded.hash, change = excluded.change,
    shape = excluded.shape, document = coalesce(excluded.document, r.document), created = coalesce(excluded.created, r.created);
  return found;
end`,
  };
};

/** The recorded state as it is in memory: a value that is stored compressed would be unpacked at each use. */
const UNPACKED = `r.state || '{}'`;

/** The fields of a revision: of a change those that differ, each before and after; of a removed record all, before. */
const FIELDS = `case when c.state is null then c.former
        when c.changed is not null then (
          select jsonb_object_agg(key, jsonb_build_array(c.former -> key, a.value))
          from jsonb_each(c.changed) a where c.former -> key is distinct from a.value)
        when c.former is not null then (
          select jsonb_object_agg(key, jsonb_build_array(b.value, a.value))
          from jsonb_each(c.former) b full join jsonb_each(c.state) a using (key) where b.value is distinct from a.value) end`;

/** The fields that are read from the sections of `p`, as they are now. */
function changedText({ resource, table }: Tracked): string {
  const scope = { model: modelOf(resource.uid), alias: 'record' };
  const read = ({ sections, read: fields }: FieldGroup): string =>
    `case when p.sections && array[${sections.map((section) => `'${section}'`).join(', ')}] then (${textOf(fields(scope))})::jsonb else '{}' end`;
  return `(select ${fieldGroupsOf(resource).map(read).join('\n        || ')} from "${table}" record where record.id = p.row_id)`;
}
