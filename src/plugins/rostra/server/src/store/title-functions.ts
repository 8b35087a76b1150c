import { LONGEST_TITLE, ownAttributes, TITLE, type TitlePart } from '../resource/title';
import { columnOf, type Model, type Relation } from '../sql/model';
import type { Scope } from '../sql/scope';
import { compile, type Sql, sql } from '../sql/sql';
import { readPart } from './title-parts';

/** A relation that a title reads, with the attributes that it reads of the related record. */
export interface TrackedRelation {
  name: string;
  relation: Relation;
  attributes: string[];
}

/** The prefixes of the names of trigger functions, and of functions that update titles. */
export const TRIGGER_FUNCTION = 'rostra_title_';
export const UPDATE_FUNCTION = 'rostra_retitle_';

/** The temporary table in which triggers defer their work if it exists (`deferred-titles.ts`). */
export const DEFERRED = 'rostra_titles_put_off';

export const ownFunction = (table: string): string => `${TRIGGER_FUNCTION}${table}`;
export const linkFunction = (table: string, relation: string): string => `${TRIGGER_FUNCTION}${table}_${relation}_link`;
export const relatedFunction = (table: string, relation: string): string =>
  `${TRIGGER_FUNCTION}${table}_${relation}_behind`;
export const updateFunction = (table: string): string => `${UPDATE_FUNCTION}${table}`;

/** The functions that maintain the titles of a table, by name. */
export function functionsOf(model: Model, title: TitlePart, relations: TrackedRelation[]): Map<string, Sql> {
  const { tableName: table } = model;
  return new Map([
    [ownFunction(table), onWrite(model, title)],
    [updateFunction(table), update(model, title)],
    ...relations.flatMap((relation): [string, Sql][] => [
      [linkFunction(table, relation.name), onLink(table, relation)],
      [relatedFunction(table, relation.name), onRelatedUpdate(table, relation)],
    ]),
  ]);
}

/** Recomputes a title when one of its columns changes, or when anything but our functions writes it. */
function onWrite(model: Model, title: TitlePart): Sql {
  const columns = ownAttributes(title).map((attribute) => columnOf(model, attribute));
  const isChanged = columns.map((name) => `or new."${name}" is distinct from old."${name}"`).join(' ');
  const value = titleOf(title, { model, alias: 'new' });
  return plpgsql(
    `"${ownFunction(model.tableName)}"() returns trigger`,
    `begin
      if tg_op = 'INSERT' ${isChanged} or (new."${TITLE}" is distinct from old."${TITLE}" and pg_trigger_depth() = 1) then
        new."${TITLE}" := ${value};
      end if;
      return new;
    end`,
  );
}

/** Waits for other writers of the records, then updates outdated titles. */
function update(model: Model, title: TitlePart): Sql {
  const table = `"${model.tableName}"`;
  const value = titleOf(title, { model, alias: 'record' });
  return plpgsql(
    `"${updateFunction(model.tableName)}"(concerned int[]) returns void`,
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

/** Locks linked records until the commit: a concurrent change of one would not see the link, nor we the change. */
const onLink = (table: string, { name, relation: { source, target, to } }: TrackedRelation): Sql =>
  plpgsql(
    `"${linkFunction(table, name)}"() returns trigger`,
    `begin
      if to_regclass('pg_temp.${DEFERRED}') is not null then
        insert into pg_temp.${DEFERRED} (titled, record, behind, target)
        select '${table}', "${source}", '${to.tableName}', case when tg_op <> 'DELETE' then "${target}" end
        from changed where "${source}" is not null;
        return null;
      end if;
      if tg_op <> 'DELETE' then
        perform 1 from "${to.tableName}" where id in (select "${target}" from changed) order by id for share;
      end if;
      perform "${updateFunction(table)}"(array(select distinct "${source}" from changed where "${source}" is not null));
      return null;
    end`,
  );

function onRelatedUpdate(table: string, { name, attributes, relation }: TrackedRelation): Sql {
  const { table: links, source, target, to } = relation;
  const isChanged = attributes
    .map((attribute) => columnOf(to, attribute))
    .map((column) => `former."${column}" is distinct from present."${column}"`)
    .join(' or ');
  return plpgsql(
    `"${relatedFunction(table, name)}"() returns trigger`,
    `declare
      concerned int[] := array(
        select distinct link."${source}" from former join present on present.id = former.id join "${links}" link on link."${target}" = former.id
        where ${isChanged});
    begin
      if to_regclass('pg_temp.${DEFERRED}') is not null then
        insert into pg_temp.${DEFERRED} (titled, record) select '${table}', unnest(concerned);
      else
        perform "${updateFunction(table)}"(concerned);
      end if;
      return null;
    end`,
  );
}

const titleOf = (title: TitlePart, row: Scope): string =>
  textOf(readPart({ truncate: title, length: LONGEST_TITLE }, row));

/**
 * A function that finds its tables whatever the search path of the session, always prefers indexes, and keeps its plans: a plan for
 * each array of rows would take longer than the update.
 */
const plpgsql = (signature: string, body: string): Sql =>
  sql`create or replace function ${sql.raw(signature)} language plpgsql set search_path from current set enable_seqscan to off set plan_cache_mode to force_generic_plan as ${sql.lit(body)}`;

/** The text of SQL without parameters. */
export const textOf = (piece: Sql): string => compile(piece).text;
