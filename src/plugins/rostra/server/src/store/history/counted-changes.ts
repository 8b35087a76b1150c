import { parameter, type Sql, sql } from '../../sql/sql';
import type { ChangeFacts } from './past';

/** What is known of a change: who made it, when, and through which door. */
export type EditFacts = Pick<ChangeFacts, 'change' | 'at' | 'door' | 'actor'>;

/** SQL: what is known of a change `c`. */
export const facts = sql`json_build_object('change', c.id, 'at', floor(extract(epoch from c.at) * 1000)::bigint, 'door', c.door, 'actor', c.actor)`;

/** SQL: whether a change `c` counts. Undone imports and their undos are as if they had not happened. */
export const isCounted = sql`(c.kind <> 'undo' and not exists (select from rostra_changes u where u.kind = 'undo' and u.reverts = c.id))`;

/** SQL: whether a row concerns one of the records that a query asks for. */
export const isAsked = (alias: Sql): Sql =>
  sql`${alias}.resource = ${parameter('resource')} and ${alias}.number = any(${parameter('publicIds')}::int[])`;
