import type { Resource } from '../resource/resource';
import { columnOf, modelOf } from '../sql/model';
import { ident, literal, type Sql, sql } from '../sql/sql';
import { type Run, runOnce } from './database';
import type { Present } from './present';
import { settings } from './strapi';

/** Key of the highest identifiers ever given, kept in Strapi's store so that an export carries them. */
const MARKS = 'identifier-marks';
const TRIGGER = 'rostra_number';
const STORE = 'strapi_core_store_settings';
const MARKS_TRIGGER = 'rostra_marks';

/**
 * Makes the public identifiers of the resources (decisions, 1.2): unique, given by a sequence, never changed, never
 * given again. Triggers keep them, so that every way in has them: the API, the admin panel, imports, plain SQL.
 * Can be run at every start.
 */
export async function ensureIdentifiers(resources: Resource[], present: Present, run: Run): Promise<void> {
  await runOnce(run, reach);
  await runOnce(run, next);
  await runOnce(run, keepNumber);
  const marks = ((await settings.get(MARKS)) ?? {}) as Record<string, number>;
  for (const of of resources) {
    const { tableName } = modelOf(of.uid);
    const index = `${tableName}_${columnOf(modelOf(of.uid), of.key.attribute)}_uq`;
    if (!present.has(index)) await runOnce(run, uniqueIndex(of, index));
    if (of.key.attribute === 'number')
      marks[tableName] = await ensureNumbers(tableName, marks[tableName] ?? 0, present, run);
  }
  await runOnce(run, followMarks);
  if (!present.has(`${STORE}.${MARKS_TRIGGER}`)) await runOnce(run, marksTrigger);
  await settings.set(MARKS, marks);
}

/** Makes the sequence and the trigger of a table; answers the highest number ever given. */
async function ensureNumbers(table: string, mark: number, present: Present, run: Run): Promise<number> {
  const sequence = sequenceName(table);
  if (!present.has(sequence)) await runOnce(run, sql`create sequence ${ident(sequence)} as integer`);
  if (!present.has(`${table}.${TRIGGER}`)) {
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

/** Moves the sequence past identifiers that are about to be given, so that nobody else gets one of them. */
export async function reserveNumbers(of: Resource, highest: number, run: Run): Promise<void> {
  if (of.key.attribute !== 'number') return;
  const sequence = sequenceName(modelOf(of.uid).tableName);
  await runOnce(run, sql`select rostra_reach(${literal(sequence)}, ${sql.lit(highest)})`);
}

/** Moves a sequence on to a number, never back. Both functions take turns, or one would undo what the other did. */
const reach = sql`
create or replace function rostra_reach(sequence text, number bigint) returns void language plpgsql as ${sql.lit(`
begin
  perform pg_advisory_lock(hashtextextended(sequence, 0));
  if number > coalesce(pg_sequence_last_value(sequence::regclass), 0) then
    perform setval(sequence::regclass, number);
  end if;
  perform pg_advisory_unlock(hashtextextended(sequence, 0));
end`)}`;

/** The next number of a sequence. */
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

/** On update the number stays; on insert it is the next one, or the given one, past which the sequence moves. */
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

/** Marks that an import brings count at once, also for a service that is running. */
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

const uniqueIndex = (of: Resource, name: string): Sql =>
  sql`create unique index ${ident(name)} on ${ident(modelOf(of.uid).tableName)} (${ident(columnOf(modelOf(of.uid), of.key.attribute))})`;

const sequenceName = (table: string): string => `rostra_${table}_number`;
