import { ident, sql } from '../../sql/sql';
import type { Catalog } from '../catalog';
import { type Run, runOnce } from '../database';
import { lockImports } from '../import-lock';
import { OF_ANY, OF_SOURCE } from './given';

/**
 * The tables of history. A change is a committed transaction that changed records; readers give it its position after the
 * commit. A revision is what it changed of one record. `rostra_records` holds each record's current state, null once it is
 * deleted, and the change in which it was found, if history did not see its creation. `rostra_marks` holds the records that a running transaction has touched; its rows live within that transaction,
 * so it needs no log. `rostra_undone` holds the records for which imports have been undone. `rostra_erased` notes whose values were erased, `rostra_pruned` the last change whose values are too old to be kept.
 */
const TABLES = {
  rostra_marks: sql`create unlogged table rostra_marks (
    tx xid8, resource text, number integer, row_id integer, primary key (tx, resource, number, row_id))`,
  rostra_records: sql`create table rostra_records (
    resource text, number integer, state jsonb, hash text, change bigint not null, found bigint, shape text not null,
    document text, created timestamptz, primary key (resource, number)) with (fillfactor = 80)`,
  rostra_changes: sql`create table rostra_changes (
    id bigint primary key, position bigint unique, at timestamptz not null default clock_timestamp(),
    kind text not null default 'write', door text not null, actor jsonb not null, note text, request text,
    batch integer, reverts bigint, tx xid8 not null)`,
  rostra_revisions: sql`create table rostra_revisions (
    change bigint, resource text, number integer, action text not null, fields jsonb, hash text, shape text not null,
    primary key (resource, number, change))`,
  rostra_erased: sql`create table rostra_erased (
    resource text, number integer, at timestamptz, by jsonb not null, primary key (resource, number, at))`,
  rostra_pruned: sql`create table rostra_pruned (change bigint not null)`,
  // What imports said of fields that did not get that value, or had it already; with the field '' nothing but that an import had the
  // record. `is_own`: the change is that of the import. `source`: the name of its source, empty without one; '*' if nobody knows.
  rostra_given: sql`create table rostra_given (
    resource text, number integer, field text, given jsonb not null, change bigint not null, is_own boolean not null, source text not null default '',
    primary key (resource, number, field, source, change))`,
  // `undo`: the change that undid it.
  rostra_undone: sql`create table rostra_undone (
    change bigint, resource text, number integer, undo bigint not null, primary key (change, resource, number))`,
};

const OTHERS = {
  rostra_change_ids: sql`create sequence rostra_change_ids`,
  rostra_positions: sql`create sequence rostra_positions`,
  rostra_changes_pending: sql`create index rostra_changes_pending on rostra_changes (id) where position is null`,
  rostra_changes_batch: sql`create index rostra_changes_batch on rostra_changes (batch) where batch is not null`,
  rostra_records_deleted: sql`create index rostra_records_deleted on rostra_records (change desc, resource, number) where state is null`,
  rostra_records_document: sql`create index rostra_records_document on rostra_records (document) where state is null`,
  rostra_given_change: sql`create index rostra_given_change on rostra_given (change)`,
  // Who has had an identifier at a source: the given values that are long have no index.
  rostra_given_identifier: sql`create index rostra_given_identifier on rostra_given (resource, field, given) where left(field, 1) = '@'`,
  rostra_revisions_change: sql`create index rostra_revisions_change on rostra_revisions (change, resource, number)`,
};

/** Creates the tables of history. They belong to this database; exports omit them. */
export async function ensureHistoryTables(catalog: Catalog, run: Run): Promise<void> {
  for (const [name, statement] of Object.entries({ ...TABLES, ...OTHERS }))
    if (!catalog.has(name)) await runOnce(run, statement);
  for (const [table] of await runOnce(run, tablesToPack))
    await runOnce(run, sql`alter table ${ident(table as string)} set (toast_tuple_target = 8160)`);
  if (!catalog.has('rostra_undone')) await runOnce(run, undoneBefore);
  if (catalog.has('rostra_changes_undone')) await runOnce(run, sql`drop index rostra_changes_undone`);
  if (!(await hasSources(run))) for (const statement of givenBefore) await runOnce(run, statement);
}

/**
 * Waits for an import to end which a process of an earlier version applies, where the table of what imports said has another form by now: that
 * import would fail when it has done everything. Call it before anything is locked.
 */
export async function awaitFormerImports(catalog: Catalog, run: Run): Promise<void> {
  if (catalog.has('rostra_given') && !(await hasSources(run))) await lockImports(run);
}

// Values of some kilobytes are read and written again as a whole at each change: compressed, that takes longer, and no less room.
const tablesToPack = sql`select relname from pg_class where oid in ('rostra_records'::regclass, 'rostra_revisions'::regclass)
  and not coalesce(reloptions, '{}') @> '{toast_tuple_target=8160}'`;

const hasSources = async (run: Run): Promise<boolean> => (await runOnce(run, sourceColumn)).length > 0;

const sourceColumn = sql`select from pg_attribute where attrelid = 'rostra_given'::regclass and attname = 'source' and not attisdropped`;

// Earlier versions did not note of which source an import was. Of identifiers the field says it, of what an import that has a batch noted
// `ensureBatches` finds it; of the rest it may have been any.
const givenBefore = [
  sql`alter table rostra_given add column source text not null default ''`,
  sql`update rostra_given set source = case when left(field, 1) = ${sql.lit(OF_SOURCE)} then substr(field, 2) else ${sql.lit(OF_ANY)} end
    where left(field, 1) = ${sql.lit(OF_SOURCE)} or not is_own`,
  sql`alter table rostra_given drop constraint if exists rostra_given_pkey`,
  sql`alter table rostra_given add primary key (resource, number, field, source, change)`,
];

// Earlier versions undid whole imports only.
const undoneBefore = sql`
  insert into rostra_undone (change, resource, number, undo)
  select o.reverts, each.resource, each.number, o.id from rostra_changes o
  cross join lateral (select v.resource, v.number from rostra_revisions v where v.change = o.reverts
    union select g.resource, g.number from rostra_given g where g.change = o.reverts and g.is_own) each
  where o.kind = 'undo' on conflict do nothing`;
