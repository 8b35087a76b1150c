import { parameter, type Sql, sql } from '../../sql/sql';
import type { ChangeFacts } from './past';

/** What is known of a change: who made it, when, and through which door. */
export interface EditFacts extends Pick<ChangeFacts, 'change' | 'at' | 'door' | 'actor'> {
  /** Of an import: its batch, and the name of its source; an import without one is of the source without a name. */
  import?: { batch: number; source: string };
}

/** SQL: what is known of a change `c`. */
export const facts = sql`json_build_object('change', c.id, 'at', floor(extract(epoch from c.at) * 1000)::bigint, 'door', c.door, 'actor', c.actor)`;

/** SQL: what is known of a change `c`, whose batch is `b` if it has one: of an import that, too. */
export const factsWithImport = sql`case when c.kind = 'import' and b.number is not null
  then ${facts}::jsonb || jsonb_build_object('import', jsonb_build_object('batch', b.number, 'source', b.source)) else ${facts}::jsonb end`;

/**
 * SQL: whether a change `c` counts for the record of a row. An import that was undone for this record, its undo, and what does it again,
 * a restore with a batch, are as if they had not happened.
 */
export const isCounted = (alias: Sql): Sql =>
  sql`(c.kind <> 'undo' and (c.kind <> 'restore' or c.batch is null) and not ${isUndone(alias)})`;

/** SQL: whether what a row notes of an import counts: not if that was undone for its record. */
export const isNoteCounted = (alias: Sql): Sql =>
  sql`(not ${alias}.is_own or exists (select from rostra_changes c where c.id = ${alias}.change and ${isCounted(alias)}))`;

/** SQL: whether a change `c` is an import that was undone for the record of a row. */
export const isUndone = (alias: Sql): Sql =>
  sql`exists (select from rostra_undone u where u.change = c.id and u.resource = ${alias}.resource and u.number = ${alias}.number)`;

/** SQL: whether a row concerns one of the records that a query asks for. */
export const isAsked = (alias: Sql): Sql =>
  sql`${alias}.resource = ${parameter('resource')} and ${alias}.number = any(${parameter('publicIds')}::int[])`;
