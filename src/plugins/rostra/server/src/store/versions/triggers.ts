import { compile, ident, type Sql, sql } from '../../sql/sql';

/** The table of versions: a row for each transaction that wrote to a table since its rows were last compacted. */
export const VERSIONS = 'rostra_versions';

/** SQL aggregate: the change in a table's number of rows; null if any of the summed deltas is unknown. */
export const ROW_DELTA = sql`case when count(delta) = count(*) then sum(delta) end`;

interface TableTrigger {
  name: string;
  statement: Sql;
}

const FUNCTION = 'rostra_moved';

const trigger = (table: string, name: string, events: string, rows = ''): TableTrigger => ({
  name,
  statement: sql`create trigger ${ident(name)} after ${sql.raw(events)} on ${ident(table)} ${sql.raw(rows)} for each statement execute function ${sql.raw(FUNCTION)}(${sql.raw(rows ? "'counted'" : '')})`,
});

/**
 * The trigger function that adds a version. It records the tables that a transaction has written to in a setting of the
 * transaction, so that further statements add no row unless they change the number of rows. TRUNCATE locks out other writers,
 * so the sum of deltas is the number of rows that it removes; a transaction with a snapshot of its own may miss the latest
 * deltas, so the number is unknown from then on.
 *
 * It runs with its owner's rights and a fixed search path, so that no temporary table can replace ours; nobody else may call it.
 */
export const versionFunctions = (schema: string): Sql[] => [
  sql`create or replace function ${ident(schema, FUNCTION)}() returns trigger language plpgsql security definer set search_path = ${ident(schema)}, pg_temp as ${sql.lit(body(compile(ident(schema, VERSIONS)).text))}`,
  sql`revoke execute on function ${ident(schema, FUNCTION)}() from public`,
];

/** The triggers of a table whose version is tracked. */
export const versionTriggers = (table: string): TableTrigger[] => [
  trigger(table, 'rostra_moved', 'insert or update or delete or truncate'),
];

const body = (versions: string): string =>
  `declare
    known text := coalesce(current_setting('rostra.moved', true), '');
    own text := tg_table_name || ' ';
    change bigint := 0;
  begin
    if tg_op = 'TRUNCATE' then
      if current_setting('transaction_isolation') like 'read %' then
        change := -(select coalesce(sum(delta), 0) from ${versions} where part = tg_table_name);
      else
        change := null;
      end if;
    elsif tg_argv[0] = 'counted' then
      change := (select count(*) from changed) * case tg_op when 'INSERT' then 1 else -1 end;
    end if;
    if change is distinct from 0 or strpos(known, ' ' || own) = 0 then
      insert into ${versions} values (tg_table_name, hashtextextended(gen_random_uuid()::text, 0), change);
    end if;
    if strpos(known, ' ' || own) = 0 then
      perform set_config('rostra.moved', coalesce(nullif(known, ''), ' ') || own, true);
    end if;
    return null;
  end`;

/** The triggers of a table whose rows are also counted. A trigger with a transition table has one event. */
export const countingTriggers = (table: string): TableTrigger[] => [
  trigger(table, 'rostra_counted', 'update or truncate'),
  trigger(table, 'rostra_counted_insert', 'insert', 'referencing new table as changed'),
  trigger(table, 'rostra_counted_delete', 'delete', 'referencing old table as changed'),
];
