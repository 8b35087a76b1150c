import { createHash } from 'node:crypto';
import type { Resource } from '../../resource/resource';
import { columnOf, modelOf } from '../../sql/model';
import { compile, type Sql, sql } from '../../sql/sql';
import { type Dependency, stateOf } from './sources';

/** A function of the database: its signature and its body, by which a changed one is known. */
export interface DatabaseFunction {
  name: string;
  signature: string;
  language: 'plpgsql' | 'sql stable';
  body: string;
}

/** What history knows of a resource. */
export interface Tracked {
  resource: Resource;
  table: string;
  /** The column of the public identifier. */
  key: string;
  dependencies: Dependency[];
  /** Names the form of its state: changes with the declaration. */
  shape: string;
}

export const stateFunction = (name: string): string => `rostra_state_${name}`;
const lockFunction = (name: string): string => `rostra_lock_${name}`;
const recordFunction = (name: string): string => `rostra_record_${name}`;
export const COMMIT_FUNCTION = 'rostra_record_changes';
/** What the names of all functions of history begin with. */
export const PREFIXES = ['rostra_mark_', 'rostra_state_', 'rostra_lock_', 'rostra_record_'];

/** The text of a fragment, with aliases numbered from 1 so that equal fragments have equal texts. */
export function textOf(fragment: Sql): string {
  const names = new Map<string, string>();
  return compile(fragment).text.replaceAll(/"([tl])\d+"/g, (alias, kind) => {
    if (!names.has(alias)) names.set(alias, `"${kind}${names.size + 1}"`);
    return names.get(alias) as string;
  });
}

/** The text of a resource's state for the row `record` of its table. */
export const stateText = (resource: Resource): string =>
  textOf(sql`${stateOf(resource, { model: modelOf(resource.uid), alias: 'record' })}`);

/** Describes what history tracks of a resource. */
export function tracked(resource: Resource, dependencies: Dependency[]): Tracked {
  const model = modelOf(resource.uid);
  return {
    resource,
    table: model.tableName,
    key: columnOf(model, resource.key.attribute),
    dependencies,
    shape: createHash('sha256').update(stateText(resource)).digest('hex').slice(0, 8),
  };
}

/** Returns the state of the record in a row of the resource's table. */
const state = ({ resource, table }: Tracked): DatabaseFunction => ({
  name: stateFunction(resource.name),
  signature: '(row_id integer) returns jsonb',
  language: 'sql stable',
  body: `select (${stateText(resource)})::jsonb from "${table}" record where record.id = row_id`,
});

/**
 * Locks the records of marked rows until the end of the transaction and returns their public ids: of two transactions that
 * change one record, the second one sees what the first one has committed.
 */
const lock = ({ resource, table, key }: Tracked): DatabaseFunction => ({
  name: lockFunction(resource.name),
  signature: '(numbers integer[], row_ids integer[]) returns integer[]',
  language: 'plpgsql',
  body: `
declare
  wanted integer[] := array(
    select n from unnest(numbers) n where n <> -1
    union select record."${key}" from "${table}" record where record.id = any(row_ids) and record."${key}" is not null);
begin
  perform from rostra_records r where r.resource = '${resource.name}' and r.number = any(wanted) order by r.number for no key update;
  return wanted;
end`,
});

/** The fields of a revision: of a change those that differ, each before and after; of a removed record all, before. */
const FIELDS = `case when d.state is null then d.former when d.former is not null then (
        select jsonb_object_agg(key, jsonb_build_array(b.value, a.value))
        from jsonb_each(d.former) b full join jsonb_each(d.state) a using (key) where b.value is distinct from a.value) end`;

/** Compares records with their recorded states, records what differs, and returns whether anything did. */
const record = ({ resource: { name, hasPrivateHistory }, table, key, shape }: Tracked): DatabaseFunction => ({
  name: recordFunction(name),
  signature: '(this bigint, numbers integer[]) returns boolean',
  language: 'plpgsql',
  body: `
begin
  with present as materialized (
    select w.number, (select record.id from "${table}" record where record."${key}" = w.number limit 1) as row_id,
      (select r.${hasPrivateHistory ? 'hash' : 'state'} from rostra_records r where r.resource = '${name}' and r.number = w.number) as former
    from unnest(numbers) w(number) offset 0),
  compared as materialized (
    select p.number, p.row_id, p.former, case when p.row_id is not null then ${stateFunction(name)}(p.row_id) end as state
    from present p offset 0),
  differing as materialized (
    select c.*, md5(c.state::text) as hash from compared c where c.former is distinct from ${hasPrivateHistory ? 'md5(c.state::text)' : 'c.state'}),
  revised as (
    insert into rostra_revisions (change, resource, number, action, fields, hash, shape)
    select this, '${name}', d.number, case when d.former is null then 'create' when d.state is null then 'remove' else 'change' end,
      ${hasPrivateHistory ? 'null, null' : `${FIELDS}, d.hash`}, '${shape}'
    from differing d)
  insert into rostra_records as r (resource, number, state, hash, change, shape, document, created)
  select '${name}', d.number, ${hasPrivateHistory ? `case when d.state is not null then '{}'::jsonb end` : 'd.state'}, d.hash, this, '${shape}', record.document_id, record.created_at at time zone 'UTC'
  from differing d left join "${table}" record on record.id = d.row_id
  on conflict (resource, number) do update set state = excluded.state, hash = excluded.hash, change = excluded.change,
    shape = excluded.shape, document = coalesce(excluded.document, r.document), created = coalesce(excluded.created, r.created);
  return found;
end`,
});

/** Runs at COMMIT: records what the transaction has changed. The order of resources is the order of locks. */
function commit(all: Tracked[]): DatabaseFunction {
  const calls = (call: (name: string) => string) =>
    all.map(({ resource: { name } }) => `      when '${name}' then ${call(name)};`).join('\n');
  return {
    name: COMMIT_FUNCTION,
    signature: '() returns trigger',
    language: 'plpgsql',
    body: `
declare
  mine xid8 := new.tx;
  marks rostra_marks[];
  names text[];
  name text;
  wanted integer[];
  sets jsonb := '{}';
  this bigint;
  differs boolean;
  has_changes boolean := false;
  origin jsonb := coalesce(nullif(current_setting('rostra.origin', true), '')::jsonb, jsonb_build_object('door', 'sql', 'by',
    jsonb_build_object('kind', 'databaseUser', 'name', session_user || coalesce(' (' || nullif(current_setting('application_name'), '') || ')', ''))));
begin
  with taken as (delete from rostra_marks where tx = mine returning rostra_marks) select array_agg(t.rostra_marks) into marks from taken t;
  names := array(select n.name from unnest(array[${all.map(({ resource }) => `'${resource.name}'`).join(', ')}]) with ordinality n(name, place)
    where exists (select from unnest(marks) m where m.resource = n.name) order by n.place);
  foreach name in array names loop
    case name
${calls((each) => `wanted := ${lockFunction(each)}(array(select number from unnest(marks) where resource = name), array(select row_id from unnest(marks) where resource = name and row_id <> -1))`)}
    end case;
    sets := sets || jsonb_build_object(name, to_jsonb(wanted));
  end loop;
  -- Drawn after all locks: of two changes of one record the later one has the higher id.
  this := nextval('rostra_change_ids');
  foreach name in array names loop
    wanted := array(select value::integer from jsonb_array_elements_text(sets -> name));
    case name
${calls((each) => `differs := ${recordFunction(each)}(this, wanted)`)}
    end case;
    has_changes := has_changes or differs;
  end loop;
  if has_changes then
    insert into rostra_changes (id, kind, door, actor, note, request, batch, reverts, tx)
    values (this, coalesce(origin ->> 'kind', 'write'), origin ->> 'door', coalesce(origin -> 'by', '{}'), origin ->> 'note', origin ->> 'request',
      (origin ->> 'batch')::integer, (origin ->> 'reverts')::bigint, mine);
  end if;
  return null;
end`,
  };
}

/** The functions that compute, lock and record states. */
export const recordFunctions = (all: Tracked[]): DatabaseFunction[] => [
  ...all.flatMap((each) => [state(each), lock(each), record(each)]),
  commit(all),
];
