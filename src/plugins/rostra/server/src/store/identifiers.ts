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

/** On update the number stays; on insert it is the next one, or the given one, past which the sequence moves. */
const keepNumber = sql`
create or replace function rostra_keep_number() returns trigger language plpgsql as ${sql.lit(`
begin
  if tg_op = 'UPDATE' and old.number is not null then
    new.number := old.number;
  elsif new.number is null then
    new.number := nextval(tg_argv[0]::regclass);
  elsif new.number > coalesce(pg_sequence_last_value(tg_argv[0]::regclass), 0) then
    perform setval(tg_argv[0]::regclass, new.number);
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
