import {
  column,
  freshAlias,
  ident,
  join,
  joinWithSteps,
  rowId,
  rowIdQuery,
  type Scope,
  type Sql,
  scopeOf,
  sourceIds,
  sql,
  tableOf,
  toOneId,
} from '../../plugins/rostra/server/src/declare';
import { latestFirst } from '../rep/history';
import { isInForce } from './sponsor-parties';

/**
 * SQL condition: the party with this public id is one of the sponsor's. Starts from the party. Fast path for sponsors
 * who only ever belonged to it; only sponsors with several memberships, and caucuses, need the date check.
 */
export function hasSponsorParty(bill: Scope, number: Sql): Sql {
  const named = rowIdQuery('api::party.party', number);
  const member = ident(freshAlias('member'));
  return sql`${rowId(bill)} in (
    with ${member} as materialized (${membersOf(named, number)})
    ${sourceIds(bill, ['principle_sponsor_rep'], sql`select id from ${member} where not was_in_another`)}
    union all ${billsOfReps(sql`select id from ${member} where was_in_another`, number)}
    union all ${billsOfCaucuses(named)})`;
}

/** SQL: representatives who ever belonged to this party, and whether they also belonged to another. */
function membersOf(named: Sql, number: Sql): Sql {
  const rep = scopeOf('api::rep.rep');
  const { target, source } = join(rep, ['parties', 'party']);
  const wasInAnother = sql`exists (select 1 ${source} and ${column(target, 'number')} <> ${number}::bigint)`;
  return sql`select ${rowId(rep)}, ${wasInAnother} as was_in_another from ${tableOf(rep)} where ${rowId(rep)} in (${sourceIds(rep, ['parties', 'party'], named)})`;
}

/** SQL: bills of these representatives from when they belonged to the party. Sorts their memberships once. */
function billsOfReps(reps: Sql, number: Sql): Sql {
  const [rep, bill, ranked] = [scopeOf('api::rep.rep'), scopeOf('api::bill.bill'), freshAlias('ranked')];
  const party = joinWithSteps(rep, ['parties', 'party']);
  const [membership] = party.steps;
  if (!membership) throw new Error('a representative has memberships');
  const [term, start] = ['term_index', 'start_date'].map((name) => column(membership.target, name));
  const sponsor = join(bill, 'principle_sponsor_rep');
  const isNow = isInForce((name) => ident(ranked, name), bill);
  return sql`(with ${ident(ranked)} as materialized (
      select ${rowId(rep)} as rep, history.* from (${reps}) ${ident(rep.alias)} cross join lateral (
        select ${column(party.target, 'number')} as party, ${term} as term_index, ${start} as start_date, row_number() over (order by ${latestFirst(membership)}) as place ${party.source}
      ) history)
    select ${rowId(bill)} from ${tableOf(bill)} cross join lateral (select ${rowId(sponsor.target)} as rep ${sponsor.source}) sponsor
      join ${ident(ranked)} on ${ident(ranked, 'rep')} = sponsor.rep
    group by ${rowId(bill)}, sponsor.rep
    having (sponsor.rep, coalesce(min(place) filter (where ${isNow}), min(place))) in (select rep, place from ${ident(ranked)} where party = ${number}::bigint))`;
}

/** SQL: bills of caucuses for which the bill's term lists the party. */
function billsOfCaucuses(named: Sql): Sql {
  const [bill, term, listed] = [scopeOf('api::bill.bill'), scopeOf('api::term.term'), ident(freshAlias('listed'))];
  const { target: row, source } = join(term, 'caucuses');
  const sponsor = toOneId(bill, 'principle_sponsor_caucus');
  return sql`(with ${listed} as materialized (
      select ${column(term, 'index')} as term_index, caucus from ${tableOf(term)} cross join lateral (
        select ${toOneId(row, 'caucus')} as caucus ${source} and ${rowId(row)} in (${sourceIds(row, ['parties'], named)})
      ) listing)
    select ${rowId(bill)} from ${tableOf(bill)}
    where ${rowId(bill)} in (${sourceIds(bill, ['principle_sponsor_caucus'], sql`select caucus from ${listed}`)})
      and (${column(bill, 'term_index')}, ${sponsor}) in (select term_index, caucus from ${listed}))`;
}
