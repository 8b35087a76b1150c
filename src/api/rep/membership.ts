import { column, type Scope, type Sql, sql } from '../../plugins/rostra/server/src/declare';

/**
 * SQL: memberships in a party, the latest first: by term, then start; one without a start date has begun with its term;
 * the later row of the history wins a tie.
 */
export const latestFirst = ({ target, order }: { target: Scope; order: Sql }): Sql =>
  sql`${column(target, 'term_index')} desc nulls last, ${column(target, 'start_date')} desc nulls last, ${reversed(order)}`;

const reversed = (order: Sql): Sql => sql`(array[${order}]::double precision[]) desc`;
