import { LONGEST_TITLE, ownAttributes, TITLE, type TitlePart } from '../resource/title';
import { columnOf, type Model, type Relation } from '../sql/model';
import type { Scope } from '../sql/scope';
import { compile, type Sql, sql } from '../sql/sql';
import { readPart } from './title-parts';

/** A relation that a title follows, with the attributes that it reads of the record behind. */
export interface Followed {
  name: string;
  relation: Relation;
  attributes: string[];
}

/** How the functions are called: those of triggers, and the one that writes titles. */
export const TRIGGERED = 'rostra_title_';
export const RETITLE = 'rostra_retitle_';

/** The temporary table where triggers note what they would do at once without it (`title-later.ts`). */
export const PUT_OFF = 'rostra_titles_put_off';

export const ownFunction = (table: string): string => `${TRIGGERED}${table}`;
export const linkFunction = (table: string, relation: string): string => `${TRIGGERED}${table}_${relation}_link`;
export const behindFunction = (table: string, relation: string): string => `${TRIGGERED}${table}_${relation}_behind`;
export const retitleFunction = (table: string): string => `${RETITLE}${table}`;

/** The functions that keep the titles of a table, by name. */
export function functionsOf(of: Model, title: TitlePart, followed: Followed[]): Map<string, Sql> {
  const { tableName: table } = of;
  return new Map([
    [ownFunction(table), beforeWrite(of, title)],
    [retitleFunction(table), retitle(of, title)],
    ...followed.flatMap((each): [string, Sql][] => [
      [linkFunction(table, each.name), afterLink(table, each)],
      [behindFunction(table, each.name), afterBehind(table, each)],
    ]),
  ]);
}

/** A title is made anew when one of its columns changes, and when somebody but our own functions writes it. */
function beforeWrite(of: Model, title: TitlePart): Sql {
  const columns = ownAttributes(title).map((attribute) => columnOf(of, attribute));
  const isChanged = columns.map((name) => `or new."${name}" is distinct from old."${name}"`).join(' ');
  const value = titleOf(title, { model: of, alias: 'new' });
  return plpgsql(
    `"${ownFunction(of.tableName)}"() returns trigger`,
    `begin
      if tg_op = 'INSERT' ${isChanged} or (new."${TITLE}" is distinct from old."${TITLE}" and pg_trigger_depth() = 1) then
        new."${TITLE}" := ${value};
      end if;
      return new;
    end`,
  );
}

/** Waits for whoever is writing one of the records, then writes the titles that are no longer right. */
function retitle(of: Model, title: TitlePart): Sql {
  const table = `"${of.tableName}"`;
  const value = titleOf(title, { model: of, alias: 'record' });
  return plpgsql(
    `"${retitleFunction(of.tableName)}"(concerned int[]) returns void`,
    `begin
      if cardinality(concerned) = 0 then
        return;
      end if;
      perform 1 from ${table} where id = any(concerned) order by id for no key update;
      update ${table} kept set "${TITLE}" = right_one.title
      from (select record.id, ${value} as title from ${table} record where record.id = any(concerned)) right_one
      where kept.id = right_one.id and kept."${TITLE}" is distinct from right_one.title;
    end`,
  );
}

/** Nobody changes what is now linked before this is committed: a change would not see the link, nor we the change. */
const afterLink = (table: string, { name, relation: { source, target, to } }: Followed): Sql =>
  plpgsql(
    `"${linkFunction(table, name)}"() returns trigger`,
    `begin
      if to_regclass('pg_temp.${PUT_OFF}') is not null then
        insert into pg_temp.${PUT_OFF} (titled, record, behind, target)
        select '${table}', "${source}", '${to.tableName}', case when tg_op <> 'DELETE' then "${target}" end
        from changed where "${source}" is not null;
        return null;
      end if;
      if tg_op <> 'DELETE' then
        perform 1 from "${to.tableName}" where id in (select "${target}" from changed) order by id for share;
      end if;
      perform "${retitleFunction(table)}"(array(select distinct "${source}" from changed where "${source}" is not null));
      return null;
    end`,
  );

function afterBehind(table: string, { name, attributes, relation }: Followed): Sql {
  const { table: links, source, target, to } = relation;
  const isChanged = attributes
    .map((attribute) => columnOf(to, attribute))
    .map((column) => `former."${column}" is distinct from present."${column}"`)
    .join(' or ');
  return plpgsql(
    `"${behindFunction(table, name)}"() returns trigger`,
    `declare
      concerned int[] := array(
        select distinct link."${source}" from former join present on present.id = former.id join "${links}" link on link."${target}" = former.id
        where ${isChanged});
    begin
      if to_regclass('pg_temp.${PUT_OFF}') is not null then
        insert into pg_temp.${PUT_OFF} (titled, record) select '${table}', unnest(concerned);
      else
        perform "${retitleFunction(table)}"(concerned);
      end if;
      return null;
    end`,
  );
}

const titleOf = (title: TitlePart, row: Scope): string =>
  textOf(readPart({ truncate: title, length: LONGEST_TITLE }, row));

/** Finds its tables whatever the session's search path, and its rows by their indexes, as many as there will be. */
const plpgsql = (signature: string, body: string): Sql =>
  sql`create or replace function ${sql.raw(signature)} language plpgsql set search_path from current set enable_seqscan to off as ${sql.lit(body)}`;

/** The text of a piece of SQL that has no parameters. */
export const textOf = (piece: Sql): string => compile(piece).text;
