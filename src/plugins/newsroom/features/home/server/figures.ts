import { relationOf } from '../../../../rostra/server/src/sql/model';
import { column, rowId, scopeOf, tableOf } from '../../../../rostra/server/src/sql/scope';
import { all, ident, literal, prepared, type Sql, sql } from '../../../../rostra/server/src/sql/sql';
import type { Run } from '../../../../rostra/server/src/store/database';
import type { BillsInTerm, VotesInMonth } from '../shared/home';

const BILL = 'api::bill.bill';
const VOTE = 'api::vote.vote';

const FIGURES = {};

/** Counts bills by term and progress, in one statement. */
export async function billsByTerm(run: Run): Promise<BillsInTerm[]> {
  const rows = (await run(prepared(FIGURES, 'bills', billsQuery))) as [
    number | null,
    string | null,
    boolean | null,
    string,
  ][];
  return rows.map(([term, step, isLaw, count]) => ({ term, step, isLaw: isLaw === true, count: Number(count) }));
}

/** Counts votes by term and month, in one statement. */
export async function votesByMonth(run: Run): Promise<VotesInMonth[]> {
  const rows = (await run(prepared(FIGURES, 'votes', votesQuery))) as [number, string, string][];
  return rows.map(([term, month, count]) => ({ term, month, count: Number(count) }));
}

function billsQuery(): Sql {
  const bill = scopeOf(BILL);
  const term = column(bill, 'term_index');
  const isLaw = column(bill, 'is_law');
  return sql`select ${term}, last.name, ${isLaw}, count(*) from ${tableOf(bill)} left join (${lastSteps()}) last on last.bill = ${rowId(bill)} group by ${term}, last.name, ${isLaw} order by ${term} nulls last, count(*) desc`;
}

/** The latest step of each bill; on the same day, the last in its list. One pass is faster than a lookup for each bill. */
function lastSteps(): Sql {
  const bill = scopeOf(BILL);
  const rows = relationOf(bill.model, 'legislative_steps');
  const row = scopeOf(rows.to.uid);
  const link = relationOf(rows.to, 'legislative_step');
  const step = scopeOf(link.to.uid);
  const isOurs = all(Object.entries(rows.on).map(([name, value]) => sql`${ident('r', name)} = ${literal(value)}`));
  const owner = ident('r', rows.source);
  const order = rows.order ? sql`${ident('r', rows.order)} desc nulls last` : sql`${rowId(row)} desc`;
  return sql`select distinct on (${owner}) ${owner} as bill, ${column(step, 'name')} as name from ${ident(rows.table)} r join ${tableOf(row)} on ${rowId(row)} = ${ident('r', rows.target)} join ${ident(link.table)} s on ${ident('s', link.source)} = ${rowId(row)} join ${tableOf(step)} on ${rowId(step)} = ${ident('s', link.target)} where ${isOurs} order by ${owner}, ${column(row, 'date')} desc nulls last, ${order}`;
}

function votesQuery(): Sql {
  const vote = scopeOf(VOTE);
  const month = sql`to_char(${column(vote, 'date')}, 'YYYY-MM')`;
  return sql`select ${column(vote, 'term_index')}, ${month}, count(*) from ${tableOf(vote)} where ${column(vote, 'date')} is not null and ${column(vote, 'term_index')} is not null group by 1, 2 order by 2, 1`;
}
