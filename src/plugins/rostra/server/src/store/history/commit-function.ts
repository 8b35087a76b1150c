import type { Resource } from '../../resource/resource';
import type { Sql } from '../../sql/sql';
import { DOORS, KINDS } from './origin';
import type { Dependency } from './sources';
import {
  COMMIT_FUNCTION,
  type DatabaseFunction,
  holderMark,
  lockFunction,
  recordFunction,
  sectionMark,
  type Tracked,
  textOf,
} from './tracked';

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

/** SQL: a column of the marks of a resource's records, where it is given. */
const marked = (column: 'number' | 'row_id', name: string): string =>
  `select distinct ${column} from unnest(touched) m where split_part(m.resource, ':', 1) = '${name}' and ${column} <> -1`;

const listed = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(', ');

/** Runs at COMMIT: records what the transaction has changed. The order of resources is the order of locks. */
export function commit(all: Tracked[]): DatabaseFunction {
  const calls = (call: (name: string) => string) =>
    all.map(({ resource: { name } }) => `      when '${name}' then ${call(name)};`).join('\n');
  const contained = containments(all);
  const related = contained.flatMap(({ parent, child }) => [
    `('${parent.resource.name}', '${child.resource.name}')`,
    `('${child.resource.name}', '${parent.resource.name}')`,
  ]);
  const isRelated = related.length > 0 ? `or (m.name, n.name) in (${related.join(', ')})` : '';
  const note = (resource: Resource, section: string, rowIds: string) =>
    `touched := touched || array(select (mine, '${sectionMark(resource, section)}', -1, o.id)::rostra_marks from (${rowIds}) o(id));`;
  // Whose components they are now: by the marks it was so when they were changed.
  const ownersOfComponents = byName(
    all.flatMap(({ resource, dependencies }) =>
      [...new Map(dependencies.flatMap(({ holder }) => (holder ? [[holder.path, holder] as const] : []))).values()].map(
        (holder): [string, string] => [
          resource.name,
          note(
            resource,
            holder.section,
            `with changed as materialized (select row_id as id from unnest(marks) where resource = '${holderMark(resource, holder)}')
          ${textOf(holder.rowIds)}`,
          ),
        ],
      ),
    ),
  );
  // Nobody may change the parts of a record while it is compared, and a record that shows a changed part changes, too.
  const partsOfMarked = byName(
    contained.map(({ parent: { resource, table, key }, child, dependency }) => [
      child.resource.name,
      `parts := parts || array(with changed as materialized (select id from "${table}" where "${key}" = any(array(${marked('number', resource.name)})) or id = any(array(${marked('row_id', resource.name)})))
          ${textOf(dependency.parts as Sql)});`,
    ]),
  );
  const ownersOfChanged = byName(
    contained.map(({ parent, child: { resource, table, key }, dependency }) => [
      parent.resource.name,
      note(
        parent.resource,
        dependency.section,
        `with changed as materialized (select id from "${table}" where "${key}" = any(array(select value::integer from jsonb_array_elements_text(sets -> '${resource.name}'))))
          ${textOf(dependency.rowIds)}`,
      ),
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
  -- The marks, with those of records to which they lead.
  touched rostra_marks[];
  marked text[];
  names text[];
  name text;
  wanted integer[];
  row_ids integer[];
  parts integer[];
  sections text[];
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
  touched := marks;
  marked := array(select distinct split_part(translate(m.resource, ':', '/'), '/', 1) from unnest(marks) m);
  names := array(select n.name from unnest(array[${all.map(({ resource }) => `'${resource.name}'`).join(', ')}]) with ordinality n(name, place)
    where exists (select from unnest(marked) m(name) where m.name = n.name ${isRelated}) order by n.place);
  foreach name in array names loop
    parts := '{}';
${partsOfMarked}${ownersOfChanged}${ownersOfComponents}    case name
${calls((each) => `row_ids := array(${marked('row_id', each)}); wanted := ${lockFunction(each)}(array(${marked('number', each)}), row_ids, parts)`)}
    end case;
    sets := sets || jsonb_build_object(name, to_jsonb(wanted));
    owners := owners || jsonb_build_object(name, to_jsonb(row_ids));
  end loop;
  -- While this waited for a lock, somebody may have given a component to another record.
  while not are_stable loop
    are_stable := true;
    foreach name in array names loop
${ownersOfComponents}      row_ids := array(select m.row_id from unnest(touched) m where split_part(m.resource, ':', 1) = name and m.row_id <> -1
        except select value::integer from jsonb_array_elements_text(owners -> name));
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
    select array_agg(m.number), array_agg(m.row_id), array_agg(split_part(m.resource, ':', 2)) into wanted, row_ids, sections
      from unnest(touched) m where split_part(m.resource, ':', 1) = name;
    case name
${calls((each) => `differs := ${recordFunction(each)}(this, wanted, row_ids, sections)`)}
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
