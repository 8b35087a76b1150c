import { createHash } from 'node:crypto';
import type { Resource } from '../../resource/resource';
import { columnOf, modelOf } from '../../sql/model';
import { compile, type Sql, sql } from '../../sql/sql';
import { DOORS, KINDS } from './origin';
import { type Dependency, type Holder, stateOf } from './sources';

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

/** What marks of components have in place of the name of the resource. */
export const holderMark = ({ name }: Resource, { path }: Holder): string => `${name}/${path}`;

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
  body: `select ${resource.hasPrivateHistory ? '/* only its hash is stored */ ' : ''}(${stateText(resource)})::jsonb from "${table}" record where record.id = row_id`,
});

/**
 * Locks the records of marked rows, and those in the rows `parts`, until the end of the transaction, and returns the public ids of
 * the marked ones: of two transactions that change one record, the second one sees what the first one has committed.
 */
const lock = ({ resource, table, key }: Tracked): DatabaseFunction => ({
  name: lockFunction(resource.name),
  signature: '(numbers integer[], row_ids integer[], parts integer[]) returns integer[]',
  language: 'plpgsql',
  body: `
#variable_conflict use_variable
declare
  wanted integer[] := array(
    select n from unnest(numbers) n where n <> -1
    union select record."${key}" from "${table}" record where record.id = any(row_ids) and record."${key}" is not null);
begin
  perform from rostra_records r where r.resource = '${resource.name}'
    and r.number = any(wanted || array(select record."${key}" from "${table}" record where record.id = any(parts)))
    order by r.number for no key update;
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

/** A resource whose records are shown in those of another one: the questions of a topic. */
interface Containment {
  parent: Tracked;
  child: Tracked;
  dependency: Dependency;
}

/** Which resources' records are parts of others; parts come first in the order of locks. */
const containments = (all: Tracked[]): Containment[] =>
  all.flatMap((parent, place) =>
    parent.dependencies.flatMap((dependency) => {
      const child = dependency.isLink ? undefined : all.slice(0, place).find(({ table }) => table === dependency.table);
      return child ? [{ parent, child, dependency }] : [];
    }),
  );

/** PL/pgSQL: a case by resource name, without effect for other names. */
function byName(cases: [name: string, action: string][]): string {
  const actions = new Map<string, string[]>();
  for (const [name, action] of cases) actions.set(name, [...(actions.get(name) ?? []), action]);
  if (actions.size === 0) return '';
  const branches = [...actions].map(([name, each]) => `      when '${name}' then ${each.join(' ')}`);
  return `    case name\n${branches.join('\n')}\n      else null;\n    end case;\n`;
}

const listed = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(', ');

/** Runs at COMMIT: records what the transaction has changed. The order of resources is the order of locks. */
function commit(all: Tracked[]): DatabaseFunction {
  const calls = (call: (name: string) => string) =>
    all.map(({ resource: { name } }) => `      when '${name}' then ${call(name)};`).join('\n');
  const contained = containments(all);
  const related = contained.flatMap(({ parent, child }) => [
    `('${parent.resource.name}', '${child.resource.name}')`,
    `('${child.resource.name}', '${parent.resource.name}')`,
  ]);
  const isRelated = related.length > 0 ? `or (split_part(m.resource, '/', 1), n.name) in (${related.join(', ')})` : '';
  // Whose components they are now: by the marks it was so when they were changed.
  const ownersOfComponents = byName(
    all.flatMap(({ resource, dependencies }) =>
      [...new Map(dependencies.flatMap(({ holder }) => (holder ? [[holder.path, holder] as const] : []))).values()].map(
        (holder): [string, string] => [
          resource.name,
          `row_ids := row_ids || array(with changed as materialized (select row_id as id from unnest(marks) where resource = '${holderMark(resource, holder)}')
          ${textOf(holder.rowIds)});`,
        ],
      ),
    ),
  );
  const marked = (name: string) => `array(select number from unnest(marks) where resource = '${name}')`;
  const markedRows = (name: string) =>
    `array(select row_id from unnest(marks) where resource = '${name}' and row_id <> -1)`;
  // Nobody may change the parts of a record while it is compared, and a record that shows a changed part changes, too.
  const partsOfMarked = byName(
    contained.map(({ parent: { resource, table, key }, child, dependency }) => [
      child.resource.name,
      `parts := parts || array(with changed as materialized (select id from "${table}" where "${key}" = any(${marked(resource.name)}) or id = any(${markedRows(resource.name)}))
          ${textOf(dependency.parts as Sql)});`,
    ]),
  );
  const ownersOfChanged = byName(
    contained.map(({ parent, child: { resource, table, key }, dependency }) => [
      parent.resource.name,
      `row_ids := row_ids || array(with changed as materialized (select id from "${table}" where "${key}" = any(array(select value::integer from jsonb_array_elements_text(sets -> '${resource.name}'))))
          ${textOf(dependency.rowIds)});`,
    ]),
  );
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
  row_ids integer[];
  parts integer[];
  sets jsonb := '{}';
  owners jsonb := '{}';
  are_stable boolean := false;
  this bigint;
  differs boolean;
  has_changes boolean := false;
  announced text := nullif(current_setting('rostra.origin', true), '');
  origin jsonb := jsonb_build_object('door', 'sql', 'by',
    jsonb_build_object('kind', 'databaseUser', 'name', session_user || coalesce(' (' || nullif(current_setting('application_name'), '') || ')', '')));
begin
  -- Whatever somebody sets through SQL, the transaction commits.
  if announced is not null then
    begin
      origin := announced::jsonb;
    exception when others then
      origin := null;
    end;
    if jsonb_typeof(origin) is distinct from 'object' then
      origin := '{}';
    end if;
    if coalesce(origin ->> 'door', '') not in (${listed(DOORS)}) then
      origin := origin || '{"door": "unknown"}';
    end if;
  end if;
  with taken as (delete from rostra_marks where tx = mine returning rostra_marks) select array_agg(t.rostra_marks) into marks from taken t;
  names := array(select n.name from unnest(array[${all.map(({ resource }) => `'${resource.name}'`).join(', ')}]) with ordinality n(name, place)
    where exists (select from unnest(marks) m where split_part(m.resource, '/', 1) = n.name ${isRelated}) order by n.place);
  foreach name in array names loop
    parts := '{}';
    row_ids := array(select row_id from unnest(marks) m where m.resource = name and row_id <> -1);
${partsOfMarked}${ownersOfChanged}${ownersOfComponents}    case name
${calls((each) => `wanted := ${lockFunction(each)}(array(select number from unnest(marks) m where m.resource = name), row_ids, parts)`)}
    end case;
    sets := sets || jsonb_build_object(name, to_jsonb(wanted));
    owners := owners || jsonb_build_object(name, to_jsonb(row_ids));
  end loop;
  -- While this waited for a lock, somebody may have given a component to another record.
  while not are_stable loop
    are_stable := true;
    foreach name in array names loop
      row_ids := '{}';
${ownersOfComponents}      row_ids := array(select unnest(row_ids) except select value::integer from jsonb_array_elements_text(owners -> name));
      continue when cardinality(row_ids) = 0;
      are_stable := false;
      case name
${calls((each) => `wanted := ${lockFunction(each)}('{}', row_ids, '{}')`)}
      end case;
      sets := jsonb_set(sets, array[name], coalesce((select jsonb_agg(distinct value) from jsonb_array_elements((sets -> name) || to_jsonb(wanted))), '[]'));
      owners := jsonb_set(owners, array[name], (owners -> name) || to_jsonb(row_ids));
    end loop;
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
    values (this, case when origin ->> 'kind' in (${listed(KINDS)}) then origin ->> 'kind' else 'write' end, origin ->> 'door',
      coalesce((select jsonb_object_agg(b.key, b.value) from jsonb_each(case when jsonb_typeof(origin -> 'by') = 'object' then origin -> 'by' else '{}' end) b
        where jsonb_typeof(b.value) = case b.key when 'kind' then 'string' when 'id' then 'number' when 'name' then 'string' end), '{}'), origin ->> 'note', origin ->> 'request',
      case when origin ->> 'batch' ~ '^\\d{1,9}$' then (origin ->> 'batch')::integer end,
      case when origin ->> 'reverts' ~ '^\\d{1,18}$' then (origin ->> 'reverts')::bigint end, mine);
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
