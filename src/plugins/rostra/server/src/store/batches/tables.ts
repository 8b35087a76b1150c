import { type Sql, sql } from '../../sql/sql';
import type { Catalog } from '../catalog';
import { type Run, runOnce } from '../database';
import { OF_SOURCE, WHOLE } from '../history/given';

const BATCHES = 'rostra_batches';

/** Creates the table of batches, whose changes history holds. It belongs to this database; exports omit it. */
export async function ensureBatches(catalog: Catalog, run: Run): Promise<void> {
  if (!catalog.has(BATCHES)) await runOnce(run, batches);
  const columns = new Set((await runOnce(run, columnsQuery)).map(([name]) => name));
  if (!columns.has('change')) await runOnce(run, sql`alter table rostra_batches add column change bigint`);
  if (!columns.has('counts')) {
    await runOnce(run, sql`alter table rostra_batches add column counts json not null default '{}'`);
    await runOnce(run, sql`update rostra_batches b set counts = ${countsOf(sql`b.change`)}`);
  }
  if (!columns.has('redoes'))
    await runOnce(run, sql`alter table rostra_batches add column redoes integer references rostra_batches`);
  if (!columns.has('undone')) {
    await runOnce(run, sql`alter table rostra_batches add column undone json not null default '{}'`);
    await runOnce(
      run,
      sql`update rostra_batches b set undone = ${undoneOf(sql`b.change`)} where exists (select from rostra_batches u where u.undoes = b.number)`,
    );
  }
  // Earlier versions undid whole batches only.
  if (!columns.has('is_part'))
    await runOnce(run, sql`alter table rostra_batches add column is_part boolean not null default false`);
  if (!columns.has('source')) for (const statement of sourcesBefore) await runOnce(run, statement);
  // Earlier versions kept what batches changed in a table of its own.
  if (catalog.has('rostra_batch_changes')) await runOnce(run, sql`drop table rostra_batch_changes`);
}

/** SQL: how many records of each resource a change creates, changes and removes. */
export const countsOf = (change: Sql): Sql => sql`
  coalesce((select json_object_agg(c.resource, json_build_object('created', c.created, 'changed', c.changed, 'removed', c.removed, 'unchanged', 0) order by c.resource)
    from (select resource, count(*) filter (where action = 'create') as created, count(*) filter (where action = 'change') as changed, count(*) filter (where action = 'remove') as removed
      from rostra_revisions where change = ${change}::bigint group by resource) c), '{}')`;

/** SQL: for how many records of each resource a change of an import is undone. */
export const undoneOf = (change: Sql): Sql => sql`
  coalesce((select json_object_agg(c.resource, c.count order by c.resource)
    from (select resource, count(*) from rostra_undone join rostra_revisions using (change, resource, number) where change = ${change} group by resource) c), '{}')`;

const batches = sql`create table rostra_batches (
  number integer generated always as identity primary key,
  kind text not null, label text not null, made timestamptz not null default now(),
  undoes integer references rostra_batches, plan text, counts json not null default '{}', change bigint,
  redoes integer references rostra_batches, undone json not null default '{}', is_part boolean not null default false,
  source text not null default '')`;

// Earlier versions named the source of an import in its label only, and noted that one had a record only if it said nothing of its fields:
// values that imports said do not last.
const sourcesBefore = [
  sql`alter table rostra_batches add column source text not null default ''`,
  sql`update rostra_batches set source = substring(label from ', source ([a-z0-9][a-z0-9-]*)$') where kind = 'import' and label ~ ', source [a-z0-9][a-z0-9-]*$'`,
  sql`update rostra_given g set source = b.source from rostra_batches b where b.kind = 'import' and g.is_own and g.change = b.change and g.source = ''`,
  sql`insert into rostra_given (resource, number, field, given, change, is_own, source)
    select distinct resource, number, ${sql.lit(WHOLE)}, 'null'::jsonb, change, is_own, source from rostra_given
    where left(field, 1) <> ${sql.lit(OF_SOURCE)} on conflict do nothing`,
];

const columnsQuery = sql`select attname from pg_attribute where attrelid = 'rostra_batches'::regclass and attnum > 0 and not attisdropped`;
