import type { Resource } from '../resource/resource';
import { columnOf, modelOf } from '../sql/model';
import { ident, literal, type Sql, sql } from '../sql/sql';
import type { Catalog } from './catalog';
import { type Run, runOnce } from './database';
import { pluginStore } from './strapi';

/** Key of the highest public ids ever assigned, kept in Strapi's store so that exports carry them. */
const MARKS = 'identifier-marks';
const TRIGGER = 'rostra_number';
const STORE = 'strapi_core_store_settings';
const MARKS_TRIGGER = 'rostra_marks';

/**
 * Creates what assigns public ids (conventions 1.2): a sequence and a trigger for each table. It does not matter
 * whether a record comes from the API, the admin panel, an import or plain SQL. Can run at every start.
 */
export async function ensureIdentifiers(resources: Resource[], catalog: Catalog, run: Run): Promise<void> {
  await runOnce(run, reach);
  await runOnce(run, next);
  await runOnce(run, keepNumber);
  const marks = ((await pluginStore.get(MARKS)) ?? {}) as Record<string, number>;
  for (const resource of resources) {
    const { tableName } = modelOf(resource.uid);
    const index = `${tableName}_${columnOf(modelOf(resource.uid), resource.key.attribute)}_uq`;
    if (!catalog.has(index)) await runOnce(run, uniqueIndex(resource, index));
    if (resource.key.attribute === 'number')
      marks[tableName] = await ensureNumbers(tableName, marks[tableName] ?? 0, catalog, run);
  }
  await runOnce(run, followMarks);
  if (!catalog.has(`${STORE}.${MARKS_TRIGGER}`)) await runOnce(run, marksTrigger);
  await pluginStore.set(MARKS, marks);
}

/** Creates the sequence and the trigger of a table; returns the highest number ever assigned. */
async function ensureNumbers(table: string, mark: number, catalog: Catalog, run: Run): Promise<number> {
  const sequence = sequenceName(table);
  if (!catalog.has(sequence)) await runOnce(run, sql`create sequence ${ident(sequence)} as integer`);
  if (!catalog.has(`${table}.${TRIGGER}`)) {
    await runOnce(
      run,
      sql`create trigger ${ident(TRIGGER)} before insert or update of number on ${ident(table)} for each row execute function rostra_keep_number(${literal(sequence)})`,
    );
  }
  const [row] = await runOnce(
    run,
    sql`select greatest(coalesce((select max(number) from ${ident(table)}), 0), ${sql.lit(mark)}, coalesce(pg_sequence_last_value(${literal(sequence)}::regclass), 0))`,
  );
  const reached = Number(row?.[0] ?? 0);
  if (reached > 0) await runOnce(run, sql`select rostra_reach(${literal(sequence)}, ${sql.lit(reached)})`);
  const isMissing = await runOnce(run, sql`select 1 from ${ident(table)} where number is null limit 1`);
  if (isMissing.length > 0) {
    await runOnce(run, sql`update ${ident(table)} set number = rostra_next(${literal(sequence)}) where number is null`);
  }
  return reached;
}

/** Moves the sequence past public ids that are about to be assigned, so that no other writer gets one of them. */
export async function reserveNumbers(resource: Resource, highest: number, run: Run): Promise<void> {
  if (resource.key.attribute !== 'number') return;
  const sequence = sequenceName(modelOf(resource.uid).tableName);
  await runOnce(run, sql`select rostra_reach(${literal(sequence)}, ${sql.lit(highest)})`);
}

/** Advances a sequence to a number, never back. The lock keeps `rostra_next` from running in between. */
const reach = sql`
create or replace function rostra_reach(sequence text, number bigint) returns void language plpgsql as ${sql.lit(`
begin
  perform pg_advisory_lock(hashtextextended(sequence, 0));
  if number > coalesce(pg_sequence_last_value(sequence::regclass), 0) then
    perform setval(sequence::regclass, number);
  end if;
  perform pg_advisory_unlock(hashtextextended(sequence, 0));
end`)}`;

/** Returns the next number of a sequence. */
const next = sql`
create or replace function rostra_next(sequence text) returns bigint language plpgsql as ${sql.lit(`
declare
  number bigint;
begin
  perform pg_advisory_lock(hashtextextended(sequence, 0));
  number := nextval(sequence::regclass);
  perform pg_advisory_unlock(hashtextextended(sequence, 0));
  return number;
end`)}`;

/** Keeps the number on update. On insert, takes the next one, or accepts an explicit one and moves the sequence past it. */
const keepNumber = sql`
create or replace function rostra_keep_number() returns trigger language plpgsql as ${sql.lit(`
begin
  if tg_op = 'UPDATE' and old.number is not null then
    new.number := old.number;
  elsif new.number is null then
    new.number := rostra_next(tg_argv[0]);
  else
    perform rostra_reach(tg_argv[0], new.number);
  end if;
  return new;
end`)}`;

/** Applies marks that a Strapi import writes immediately, even while a service is running. */
const followMarks = sql`
create or replace function rostra_follow_marks() returns trigger language plpgsql as ${sql.lit(`
declare
  mark record;
begin
  for mark in select to_regclass('rostra_' || key || '_number')::text as sequence, value from json_each_text(new.value::json) loop
    perform rostra_reach(mark.sequence, mark.value::bigint) where mark.sequence is not null and mark.value::bigint > 0;
  end loop;
  return null;
end`)}`;

const marksTrigger = sql`
create trigger ${ident(MARKS_TRIGGER)} after insert or update on ${ident(STORE)} for each row
when (new.key = ${literal(`plugin_rostra_${MARKS}`)}) execute function rostra_follow_marks()`;

const uniqueIndex = ({ uid, key }: Resource, name: string): Sql =>
  sql`create unique index ${ident(name)} on ${ident(modelOf(uid).tableName)} (${ident(columnOf(modelOf(uid), key.attribute))})`;

const sequenceName = (table: string): string => `rostra_${table}_number`;
