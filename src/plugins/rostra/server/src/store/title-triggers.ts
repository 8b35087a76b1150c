import { createHash } from 'node:crypto';
import { relatedAttributes, type TitlePart } from '../resource/title';
import { type Model, relationOf } from '../sql/model';
import { ident, type Sql, sql } from '../sql/sql';
import {
  functionsOf,
  linkFunction,
  ownFunction,
  relatedFunction,
  type TrackedRelation,
  textOf,
  updateFunction,
} from './title-functions';

/** The functions, by name, and triggers, by `table.trigger`, that maintain the titles of a table. Trigger names hold a hash. */
export interface TitleTriggers {
  functions: Map<string, Sql>;
  triggers: Map<string, Sql>;
  /** Writes the titles of all records. */
  fill: Sql;
}

/** The prefix of the names of title triggers. */
export const PREFIX = 'rostra_title:';

interface TitleTrigger {
  table: string;
  name: string;
  event: string;
  /** The transition tables of a statement-level trigger; without them, the trigger runs for each row. */
  changed?: string;
  calls: string;
}

/**
 * Derives the triggers that keep titles correct whichever way the data are written. Changes of the row's own columns are
 * handled for each row before the write; those of links and related records once after each statement.
 */
export function titleTriggersOf(model: Model, title: TitlePart): TitleTriggers {
  const { tableName: table } = model;
  const relations = [...relatedAttributes(title)].map(
    ([name, attributes]): TrackedRelation => ({ name, attributes, relation: relationOf(model, name) }),
  );
  const functions = functionsOf(model, title, relations);
  const triggers: TitleTrigger[] = [
    { table, name: 'own', event: 'before insert or update', calls: ownFunction(table) },
    ...relations.flatMap((relation) => onRelation(table, relation)),
  ];
  const hash = hashOf(functions, triggers);
  return {
    functions,
    triggers: new Map(triggers.map((trigger) => createTrigger(trigger, `${PREFIX}${table}:${hash}:${trigger.name}`))),
    fill: sql`select ${ident(updateFunction(table))}(array(select id from ${ident(table)}))`,
  };
}

/** PostgreSQL truncates longer names, possibly to the same one. */
const LONGEST_NAME = 63;

const createTrigger = ({ table, event, changed, calls }: TitleTrigger, name: string): [string, Sql] => {
  if (Buffer.byteLength(name) > LONGEST_NAME) throw new Error(`the name of the trigger ${name} is too long`);
  const rows = changed ? `referencing ${changed} for each statement` : 'for each row';
  return [
    `${table}.${name}`,
    sql`create trigger ${ident(name)} ${sql.raw(event)} on ${ident(table)} ${sql.raw(rows)} execute function ${ident(calls)}()`,
  ];
};

/** A trigger with a transition table has one event and one such table, so that updates need two: for old rows and new ones. */
function onRelation(table: string, { name, relation }: TrackedRelation): TitleTrigger[] {
  const onLinks = (event: string, rows: 'old' | 'new'): TitleTrigger => ({
    table: relation.table,
    name: `${event}:${rows}`,
    event: `after ${event}`,
    changed: `${rows} table as changed`,
    calls: linkFunction(table, name),
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
      calls: relatedFunction(table, name),
    },
  ];
}

const hashOf = (functions: Map<string, Sql>, triggers: TitleTrigger[]): string =>
  createHash('sha256')
    .update(JSON.stringify([[...functions.values()].map(textOf), triggers]))
    .digest('hex')
    .slice(0, 8);
