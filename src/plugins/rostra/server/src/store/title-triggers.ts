import { createHash } from 'node:crypto';
import { LONGEST_TITLE, ownAttributes, type Part, relationsBehind, TITLE } from '../resource/title';
import { columnOf, type Model, type Relation, relationOf } from '../sql/model';
import type { Scope } from '../sql/scope';
import { compile, id, type Sql, sql } from '../sql/sql';
import { readPart } from './title-parts';

/** What keeps the titles of a table: functions, and triggers by `table.trigger`, whose names tell of which form they are. */
export interface TitleKeepers {
  functions: Sql[];
  triggers: Map<string, Sql>;
  /** Writes the titles of all records. */
  fill: Sql;
}

/** All triggers of titles begin so. */
export const PREFIX = 'rostra_title:';

interface Trigger {
  table: string;
  name: string;
  event: string;
  /** How its function names the changed rows; without, it runs for each row. */
  changed?: string;
  calls: string;
}

/**
 * Derives what keeps a title right whatever door a write comes through: the row's own columns before it is written;
 * links and the records behind them after each statement, so that many rows cost one statement.
 */
export function keepersOf(of: Model, title: Part): TitleKeepers {
  const { tableName: table } = of;
  const relations = [...relationsBehind(title)].map(([name, attributes]) => ({
    name,
    attributes,
    relation: relationOf(of, name),
  }));
  const functions = [
    beforeWrite(of, title),
    retitle(of, title),
    ...relations.flatMap(({ name, attributes, relation }) => [
      afterLink(table, name, relation),
      afterBehind(table, name, relation, attributes),
    ]),
  ];
  const triggers: Trigger[] = [
    { table, name: 'own', event: 'before insert or update', calls: `${named(table)}()` },
    ...relations.flatMap(({ name, relation }) => onRelation(table, name, relation)),
  ];
  const hash = hashOf(functions, triggers);
  return {
    functions,
    triggers: new Map(triggers.map((trigger) => made(trigger, `${PREFIX}${table}:${hash}:${trigger.name}`))),
    fill: sql`select ${id(`rostra_retitle_${table}`)}(array(select id from ${id(table)}))`,
  };
}

/** PostgreSQL would cut the names of two triggers to the same one. */
const LONGEST_NAME = 63;

const made = ({ table, event, changed, calls }: Trigger, name: string): [string, Sql] => {
  if (name.length > LONGEST_NAME) throw new Error(`the name of the trigger ${name} is too long`);
  const rows = changed ? `referencing ${changed} for each statement` : 'for each row';
  return [
    `${table}.${name}`,
    sql`create trigger ${id(name)} ${sql.raw(event)} on ${id(table)} ${sql.raw(rows)} execute function ${sql.raw(calls)}`,
  ];
};

/** A trigger with the changed rows has one event and one name for them: an update is a row taken away and one added. */
function onRelation(table: string, name: string, relation: Relation): Trigger[] {
  const onLinks = (event: string, rows: 'old' | 'new'): Trigger => ({
    table: relation.table,
    name: `${event}:${rows}`,
    event: `after ${event}`,
    changed: `${rows} table as changed`,
    calls: `${named(table, name, 'link')}()`,
  });
  return [
    onLinks('insert', 'new'),
    onLinks('delete', 'old'),
    onLinks('update', 'new'),
    onLinks('update', 'old'),
    {
      table: relation.to.tableName,
      name,
      event: 'after update',
      changed: 'old table as former new table as present',
      calls: `${named(table, name, 'behind')}()`,
    },
  ];
}

/** A title is made anew when one of its columns changes, and when somebody but our own functions writes it. */
function beforeWrite(of: Model, title: Part): Sql {
  const columns = ownAttributes(title).map((attribute) => columnOf(of, attribute));
  const isChanged = columns.map((name) => `or new."${name}" is distinct from old."${name}"`).join(' ');
  const value = titleOf(title, { model: of, alias: 'new' });
  return plpgsql(
    `${named(of.tableName)}() returns trigger`,
    `begin
      if tg_op = 'INSERT' ${isChanged} or (new."${TITLE}" is distinct from old."${TITLE}" and pg_trigger_depth() = 1) then
        new."${TITLE}" := ${value};
      end if;
      return new;
    end`,
  );
}

/** Waits for whoever is writing one of the records, then writes the titles that are no longer right. */
function retitle(of: Model, title: Part): Sql {
  const table = `"${of.tableName}"`;
  const value = titleOf(title, { model: of, alias: 'record' });
  return plpgsql(
    `"rostra_retitle_${of.tableName}"(concerned int[]) returns void`,
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
const afterLink = (table: string, name: string, { source, target, to }: Relation): Sql =>
  plpgsql(
    `${named(table, name, 'link')}() returns trigger`,
    `begin
      if tg_op <> 'DELETE' then
        perform 1 from "${to.tableName}" where id in (select "${target}" from changed) order by id for share;
      end if;
      perform "rostra_retitle_${table}"(array(select distinct "${source}" from changed where "${source}" is not null));
      return null;
    end`,
  );

function afterBehind(table: string, name: string, { table: links, source, target, to }: Relation, read: string[]): Sql {
  const isChanged = read
    .map((attribute) => columnOf(to, attribute))
    .map((column) => `former."${column}" is distinct from present."${column}"`)
    .join(' or ');
  return plpgsql(
    `${named(table, name, 'behind')}() returns trigger`,
    `begin
      perform "rostra_retitle_${table}"(array(
        select distinct link."${source}" from former join present on present.id = former.id join "${links}" link on link."${target}" = former.id
        where ${isChanged}));
      return null;
    end`,
  );
}

const titleOf = (title: Part, row: Scope): string => textOf(readPart({ short: title, length: LONGEST_TITLE }, row));

const named = (...parts: string[]): string => `"rostra_title_${parts.join('_')}"`;

/** Finds its tables whatever the session's search path, and its rows by their indexes, as many as there will be. */
const plpgsql = (signature: string, body: string): Sql =>
  sql`create or replace function ${sql.raw(signature)} language plpgsql set search_path from current set enable_seqscan to off as ${sql.lit(body)}`;

/** The text of a piece of SQL that has no parameters. */
const textOf = (piece: Sql): string => compile(piece).text;

const hashOf = (functions: Sql[], triggers: Trigger[]): string =>
  createHash('sha256')
    .update(JSON.stringify([functions.map(textOf), triggers]))
    .digest('hex')
    .slice(0, 8);
