import { allResources } from '../../resource/registry';
import { compile, parameter, type Sql, sql } from '../../sql/sql';
import type { Run } from '../database';

/** A deleted record, and one that says the same and that a batch has created since. */
export interface Twin {
  resource: string;
  publicId: number;
  twin: number;
  batch: number;
}

/**
 * Finds a record that undos of a change deleted, and that an import has created again since under another identifier: as it was at first,
 * whatever somebody has made of either since. One statement.
 */
export async function findTwin(change: number, undos: number[], run: Run): Promise<Twin | undefined> {
  // Rows of children have the identifiers of their own records.
  const lists = allResources().flatMap(({ fields }) => Object.keys(fields).filter((name) => fields[name]?.children));
  const [[twin] = []] = await run(twins, { change, undos, lists });
  return twin as Twin | undefined;
}

/** SQL: what a record's state was before the changes of its fields after a change. */
const stateBefore = ({
  state,
  of,
  from,
  until = sql`true`,
}: {
  state: Sql;
  of: Sql;
  from: Sql;
  until?: Sql;
}): Sql => sql`(${state} || coalesce((
    select jsonb_object_agg(f.key, f.former) from (
      select distinct on (e.key) e.key, e.value -> 0 as former from rostra_revisions w cross join lateral jsonb_each(w.fields) e
      where w.resource = ${of}.resource and w.number = ${of}.number and w.change > ${from} and ${until} and w.action = 'change'
        and jsonb_typeof(e.value) = 'array' order by e.key, w.change) f), '{}'))`;

const first = sql`${parameter('change')}::bigint`;
const gone = stateBefore({ state: sql`u.fields`, of: sql`u`, from: first, until: sql`w.change < u.change` });
const again = stateBefore({ state: sql`r.state`, of: sql`n`, from: sql`n.change` });

const twins = compile(sql`
  select json_build_object('resource', u.resource, 'publicId', u.number, 'twin', n.number, 'batch', c.batch)
  from rostra_revisions u
  join rostra_records gone on gone.resource = u.resource and gone.number = u.number and gone.state is null and gone.change = u.change
  join rostra_changes c on c.kind = 'import' and c.batch is not null and c.id > u.change
  join rostra_revisions n on n.change = c.id and n.resource = u.resource and n.action = 'create'
  join rostra_records r on r.resource = n.resource and r.number = n.number
    and ${again} - ${parameter('lists')}::text[] = ${gone} - ${parameter('lists')}::text[]
  where u.change = any(${parameter('undos')}::bigint[]) and u.action = 'remove' order by u.resource, u.number limit 1`);
