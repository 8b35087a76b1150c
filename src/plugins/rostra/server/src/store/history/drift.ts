import type { Resource } from '../../resource/resource';
import { columnOf, modelOf } from '../../sql/model';
import { compile, ident, parameter, prepared, type Sql, sql } from '../../sql/sql';
import { type Run, transaction } from '../database';
import { stateFunction } from './tracked';

/** A record that is not as history recorded it: it was written while nothing recorded. */
export interface Drift {
  publicId: number;
  /** `changed`; `missing`, if history does not know the record; `removed`, if only history still has it. */
  kind: 'changed' | 'missing' | 'removed';
  /** The fields that differ; empty if the recorded values are private. */
  fields: string[];
}

/** Computes the state of every record of a resource and returns those that history holds otherwise. Pages: memory is constant. */
export async function* findDrift(
  resource: Resource,
  run: Run,
  report?: (records: number) => void,
): AsyncIterable<Drift> {
  let records = 0;
  for (const name of ['present', 'removed'] as const) {
    for (let last: number | null = FIRST; last !== null; ) {
      const [[count = 0, next = null, found = []] = []]: unknown[][] = await run(statementOf(resource, name), { last });
      yield* found as Drift[];
      records += count as number;
      if (name === 'present') report?.(records);
      last = next as number | null;
    }
  }
}

/**
 * Records drifted records as one change by someone unknown. Records that have been written meanwhile are recorded already and
 * stay out of it.
 */
export async function recordDrift(found: { resource: string; publicId: number }[]): Promise<void> {
  await transaction(async (run) => {
    await run(unknownOrigin);
    await run(correctHashes, { found: JSON.stringify(found) });
    await run(mark, { found: JSON.stringify(found) });
  });
}

/** Below every public id. */
const FIRST = -2_147_483_648;

const statementOf = (resource: Resource, name: 'present' | 'removed') =>
  prepared(resource, `drift ${name}`, () => (name === 'present' ? present(resource) : removed(resource)));

const tableOf = (resource: Resource): { table: Sql; key: Sql } => {
  const model = modelOf(resource.uid);
  return { table: ident(model.tableName), key: ident('record', columnOf(model, resource.key.attribute)) };
};

/** SQL: of a page of records their number, the last public id, and the differing ones. */
const page = (numbers: Sql, differing: Sql): Sql => sql`
  with page as materialized (${numbers} limit 1000)
  select (select count(*)::int from page), (select max(number) from page), (select coalesce(json_agg(d order by d."publicId"), '[]') from (${differing}) d)`;

function present(resource: Resource): Sql {
  const { table, key } = tableOf(resource);
  const isPrivate = resource.hasPrivateHistory;
  const fields = isPrivate
    ? sql`'{}'::text[]`
    : sql`array(select key from jsonb_each(r.state) b full join jsonb_each(n.state) a using (key) where b.value is distinct from a.value order by key)`;
  return page(
    sql`select ${key} as number, record.id from ${table} record where ${key} > ${parameter('last')}::int order by ${key}`,
    sql`select n.number as "publicId", case when r.state is null then 'missing' else 'changed' end as kind, case when r.state is null then '{}'::text[] else ${fields} end as fields
      from (select p.number, ${ident(stateFunction(resource.name))}(p.id) as state from page p offset 0) n
      left join rostra_records r on r.resource = ${sql.lit(resource.name)} and r.number = n.number
      where r.hash is distinct from md5(n.state::text) ${isPrivate ? sql`` : sql`or r.state is distinct from n.state`}`,
  );
}

function removed(resource: Resource): Sql {
  const { table, key } = tableOf(resource);
  return page(
    sql`select r.number from rostra_records r where r.resource = ${sql.lit(resource.name)} and r.state is not null and r.number > ${parameter('last')}::int
      and not exists (select from ${table} record where ${key} = r.number) order by r.number`,
    sql`select p.number as "publicId", 'removed' as kind, '{}'::text[] as fields from page p`,
  );
}

const unknownOrigin = compile(sql`select set_config('rostra.origin', '{"door":"unknown"}', true)`);

const records = sql`jsonb_to_recordset(${parameter('found')}::jsonb) as f(resource text, "publicId" int)`;

/** A hash that belongs to another state than the recorded one is no change of the record. */
const correctHashes = compile(sql`
  update rostra_records r set hash = md5(r.state::text) from ${records}
  where r.resource = f.resource and r.number = f."publicId" and r.state <> '{}' and r.hash is distinct from md5(r.state::text)`);

const mark = compile(sql`
  insert into rostra_marks select pg_current_xact_id(), m.resource, m.number, m.row_id from (
    select f.resource, f."publicId", -1 from ${records} union all select '', 0, 0) m(resource, number, row_id)`);
