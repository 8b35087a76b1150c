import { sql } from '../../sql/sql';
import type { Catalog } from '../catalog';
import { type Run, runOnce } from '../database';

const BATCHES = 'rostra_batches';
const CHANGES = 'rostra_batch_changes';

/** Creates the tables of batches. They belong to this database; exports omit them. */
export async function ensureBatches(catalog: Catalog, run: Run): Promise<void> {
  if (!catalog.has(BATCHES)) await runOnce(run, batches);
  if (!catalog.has(CHANGES)) await runOnce(run, changes);
  const [[hasCounts] = []] = await runOnce(run, countsColumn);
  if (hasCounts) return;
  await runOnce(run, sql`alter table rostra_batches add column counts json not null default '{}'`);
  await runOnce(run, sql`update rostra_batches b set counts = ${countsOfBatch}`);
}

/** SQL: how many records of each resource the changes of a batch `b` create, change and remove. */
export const countsOfBatch = sql`
  coalesce((select json_object_agg(c.resource, json_build_object('created', c.created, 'changed', c.changed, 'removed', c.removed, 'unchanged', 0) order by c.resource)
    from (select resource, count(*) filter (where action = 'create') as created, count(*) filter (where action = 'change') as changed, count(*) filter (where action = 'remove') as removed
      from rostra_batch_changes where batch = b.number group by resource) c), '{}')`;

const batches = sql`create table rostra_batches (
  number integer generated always as identity primary key,
  kind text not null, label text not null, made timestamptz not null default now(),
  undoes integer references rostra_batches, plan text, counts json not null default '{}')`;

const changes = sql`create table rostra_batch_changes (
  batch integer not null references rostra_batches on delete cascade,
  place bigint generated always as identity,
  resource text not null, number integer not null, action text not null,
  fields jsonb not null, after text,
  primary key (batch, resource, number))`;

/** Databases of early versions lack the column. */
const countsColumn = sql`select exists (select 1 from pg_attribute where attrelid = 'rostra_batches'::regclass and attname = 'counts')`;
