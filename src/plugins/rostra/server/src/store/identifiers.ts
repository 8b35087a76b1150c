import type { Resource } from '../resource/resource';
import { columnOf, model } from '../sql/model';
import { compile, id, type Sql, sql, text } from '../sql/sql';
import type { Run } from './database';
import { settings } from './strapi';

/** Key of the highest identifiers ever given, kept in Strapi's store so that an export carries them. */
const MARKS = 'identifier-marks';

/**
 * Makes the public identifiers of the resources (decisions, 1.2): unique, given by a sequence, never changed, never
 * given again. Triggers keep them, so that every way in has them: the API, the admin panel, imports, plain SQL.
 * Can be run at every start.
 */
export async function ensureIdentifiers(resources: Resource[], run: Run): Promise<void> {
  const numbered = resources.filter((of) => of.key.attribute === 'number');
  await exec(run, reach);
  await exec(run, next);
  await exec(run, keepNumber);
  for (const of of resources) await exec(run, uniqueIndex(of));
  const marks = ((await settings.get(MARKS)) ?? {}) as Record<string, number>;
  for (const of of numbered) {
    const table = model(of.uid).tableName;
    await exec(run, sql`create sequence if not exists ${sequenceOf(table)} as integer`);
    await exec(
      run,
      sql`create or replace trigger rostra_number before insert or update of number on ${id(table)} for each row execute function rostra_keep_number(${text(sequenceName(table))})`,
    );
    await exec(run, sql`update ${id(table)} set number = nextval(${text(sequenceName(table))}) where number is null`);
    const reached = await scalar(
      run,
      sql`select greatest(coalesce((select max(number) from ${id(table)}), 0), ${sql.lit(marks[table] ?? 0)}, (select case when is_called then last_value else 0 end from ${sequenceOf(table)}))`,
    );
    if (reached > 0) await exec(run, sql`select setval(${text(sequenceName(table))}, ${sql.lit(reached)})`);
    marks[table] = reached;
  }
  await settings.set(MARKS, marks);
}

/** Moves the sequence past identifiers that are about to be given, so that nobody else gets one of them. */
export async function reserveNumbers(of: Resource, highest: number, run: Run): Promise<void> {
  if (of.key.attribute !== 'number') return;
  const sequence = sequenceName(model(of.uid).tableName);
  await exec(run, sql`select rostra_reach(${text(sequence)}, ${sql.lit(highest)})`);
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

function uniqueIndex(of: Resource): Sql {
  const { tableName } = model(of.uid);
  const column = columnOf(model(of.uid), of.key.attribute);
  return sql`create unique index if not exists ${id(`${tableName}_${column}_uq`)} on ${id(tableName)} (${id(column)})`;
}

const sequenceName = (table: string): string => `rostra_${table}_number`;
const sequenceOf = (table: string): Sql => id(sequenceName(table));

async function exec(run: Run, query: Sql): Promise<void> {
  await run({ ...compile(query), name: '' });
}

async function scalar(run: Run, query: Sql): Promise<number> {
  const [row] = await run({ ...compile(query), name: '' });
  return Number(row?.[0] ?? 0);
}
