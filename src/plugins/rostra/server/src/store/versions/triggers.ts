import { compile, ident, type Sql, sql } from '../../sql/sql';

/** Rows of what has moved: as many for a table as transactions have written to it since they were put together. */
export const VERSIONS = 'rostra_versions';

/** By how much some rows of a table have changed the number of its records: null where one of them does not know. */
export const CHANGE = sql`case when count(delta) = count(*) then sum(delta) end`;

interface Trigger {
  name: string;
  statement: Sql;
}

const FUNCTION = 'rostra_moved';

const trigger = (table: string, name: string, events: string, rows = ''): Trigger => ({
  name,
  statement: sql`create trigger ${ident(name)} after ${sql.raw(events)} on ${ident(table)} ${sql.raw(rows)} for each statement execute function ${sql.raw(FUNCTION)}(${sql.raw(rows ? "'counted'" : '')})`,
});

/** What notes that a table has moved. */
export const moved = {
  /**
   * A transaction notes in a setting of its own which tables it has moved: the second statement costs nothing more, unless
   * it changes the number of rows. A table that is emptied has no rows left to count; nobody else writes to it then. But a
   * transaction that sees all as it stood at its beginning may not see who wrote last: from then on nobody knows the number.
   *
   * It runs as its owner, whoever writes: nobody's temporary table may take the place of ours, and nobody else may call it.
   */
  functions: (schema: string): Sql[] => [
    sql`create or replace function ${ident(schema, FUNCTION)}() returns trigger language plpgsql security definer set search_path = ${ident(schema)}, pg_temp as ${sql.lit(body(compile(ident(schema, VERSIONS)).text))}`,
    sql`revoke execute on function ${ident(schema, FUNCTION)}() from public`,
  ],

  triggers: (table: string): Trigger[] => [trigger(table, 'rostra_moved', 'insert or update or delete or truncate')],
};

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

/** The triggers of a table of which the rows are counted, too: those that name the changed rows have one event each. */
export const counted = (table: string): Trigger[] => [
  trigger(table, 'rostra_counted', 'update or truncate'),
  trigger(table, 'rostra_counted_insert', 'insert', 'referencing new table as changed'),
  trigger(table, 'rostra_counted_delete', 'delete', 'referencing old table as changed'),
];
