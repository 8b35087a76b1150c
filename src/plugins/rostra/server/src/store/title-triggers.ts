import { createHash } from 'node:crypto';
import { relatedAttributes, type TitlePart } from '../resource/title';
import { type Model, relationOf } from '../sql/model';
import { ident, type Sql, sql } from '../sql/sql';
import {
  behindFunction,
  type Followed,
  functionsOf,
  linkFunction,
  ownFunction,
  retitleFunction,
  textOf,
} from './title-functions';

/** What keeps the titles of a table: functions by name, and triggers by `table.trigger`, whose names tell of which form they are. */
export interface TitleKeepers {
  functions: Map<string, Sql>;
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
export function keepersOf(of: Model, title: TitlePart): TitleKeepers {
  const { tableName: table } = of;
  const followed = [...relatedAttributes(title)].map(
    ([name, attributes]): Followed => ({ name, attributes, relation: relationOf(of, name) }),
  );
  const functions = functionsOf(of, title, followed);
  const triggers: Trigger[] = [
    { table, name: 'own', event: 'before insert or update', calls: ownFunction(table) },
    ...followed.flatMap((each) => onRelation(table, each)),
  ];
  const hash = hashOf(functions, triggers);
  return {
    functions,
    triggers: new Map(triggers.map((trigger) => made(trigger, `${PREFIX}${table}:${hash}:${trigger.name}`))),
    fill: sql`select ${ident(retitleFunction(table))}(array(select id from ${ident(table)}))`,
  };
}

/** PostgreSQL would cut the names of two triggers to the same one. */
const LONGEST_NAME = 63;

const made = ({ table, event, changed, calls }: Trigger, name: string): [string, Sql] => {
  if (Buffer.byteLength(name) > LONGEST_NAME) throw new Error(`the name of the trigger ${name} is too long`);
  const rows = changed ? `referencing ${changed} for each statement` : 'for each row';
  return [
    `${table}.${name}`,
    sql`create trigger ${ident(name)} ${sql.raw(event)} on ${ident(table)} ${sql.raw(rows)} execute function ${ident(calls)}()`,
  ];
};

/** A trigger with the changed rows has one event and one name for them: an update is a row taken away and one added. */
function onRelation(table: string, { name, relation }: Followed): Trigger[] {
  const onLinks = (event: string, rows: 'old' | 'new'): Trigger => ({
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
      calls: behindFunction(table, name),
    },
  ];
}

const hashOf = (functions: Map<string, Sql>, triggers: Trigger[]): string =>
  createHash('sha256')
    .update(JSON.stringify([[...functions.values()].map(textOf), triggers]))
    .digest('hex')
    .slice(0, 8);
