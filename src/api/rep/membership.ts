import { column, type Scope, type Sql, sql } from '../../plugins/rostra/server/src/declare';

/**
 * SQL order: memberships from latest to earliest, by term, then start; one without a start date began with its term;
 * the later row wins a tie.
 */
export const latestFirst = ({ target, order }: { target: Scope; order: Sql }): Sql =>
  sql`${column(target, 'term_index')} desc nulls last, ${column(target, 'start_date')} desc nulls last, ${reversed(order)}`;

const reversed = (order: Sql): Sql => sql`(array[${order}]::double precision[]) desc`;
