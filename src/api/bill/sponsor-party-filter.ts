import {
  column,
  fresh,
  from,
  id,
  join,
  joinOpenly,
  leadingTo,
  open,
  rowId,
  type Scope,
  type Sql,
  sql,
  toOne,
} from '../../plugins/rostra/server/src/declare';
import { latestFirst } from '../rep/membership';
import { isInForce } from './sponsor-parties';

/**
 * SQL condition: the party with this public id is one of the sponsor's. Starts from the party. Fast path for sponsors
 * who only ever belonged to it; only sponsors with several memberships, and caucuses, need the date check.
 */
export function hasSponsorParty(bill: Scope, number: Sql): Sql {
  const party = open('api::party.party');
  const named = sql`select ${rowId(party)} from ${from(party)} where ${column(party, 'number')} = ${number}::bigint`;
  const member = id(fresh('member'));
  return sql`${rowId(bill)} in (
    with ${member} as materialized (${membersOf(named, number)})
    ${leadingTo(bill, ['principle_sponsor_rep'], sql`select id from ${member} where not was_in_another`)}
    union all ${ofChanging(sql`select id from ${member} where was_in_another`, number)}
    union all ${ofCaucuses(named)})`;
}

/** SQL: representatives who ever belonged to this party, and whether they also belonged to another. */
function membersOf(named: Sql, number: Sql): Sql {
  const rep = open('api::rep.rep');
  const { target, source } = join(rep, ['parties', 'party']);
  const wasInAnother = sql`exists (select 1 ${source} and ${column(target, 'number')} <> ${number}::bigint)`;
  return sql`select ${rowId(rep)}, ${wasInAnother} as was_in_another from ${from(rep)} where ${rowId(rep)} in (${leadingTo(rep, ['parties', 'party'], named)})`;
}

/** SQL: bills of these representatives from when they belonged to the party. Sorts their memberships once. */
function ofChanging(reps: Sql, number: Sql): Sql {
  const [rep, bill, ranked] = [open('api::rep.rep'), open('api::bill.bill'), fresh('ranked')];
  const party = joinOpenly(rep, ['parties', 'party']);
  const [membership] = party.steps;
  if (!membership) throw new Error('a representative has memberships');
  const [term, start] = ['term_index', 'start_date'].map((name) => column(membership.target, name));
  const sponsor = join(bill, 'principle_sponsor_rep');
  const isNow = isInForce((name) => id(ranked, name), bill);
  return sql`(with ${id(ranked)} as materialized (
      select ${rowId(rep)} as rep, history.* from (${reps}) ${id(rep.alias)} cross join lateral (
        select ${column(party.target, 'number')} as party, ${term} as term_index, ${start} as start_date, row_number() over (order by ${latestFirst(membership)}) as place ${party.source}
      ) history)
    select ${rowId(bill)} from ${from(bill)} cross join lateral (select ${rowId(sponsor.target)} as rep ${sponsor.source}) sponsor
      join ${id(ranked)} on ${id(ranked, 'rep')} = sponsor.rep
    group by ${rowId(bill)}, sponsor.rep
    having (sponsor.rep, coalesce(min(place) filter (where ${isNow}), min(place))) in (select rep, place from ${id(ranked)} where party = ${number}::bigint))`;
}

/** SQL: bills of caucuses for which the bill's term lists the party. */
function ofCaucuses(named: Sql): Sql {
  const [bill, term, listed] = [open('api::bill.bill'), open('api::term.term'), id(fresh('listed'))];
  const { target: row, source } = join(term, 'caucuses');
  const sponsor = toOne(bill, 'principle_sponsor_caucus', rowId);
  return sql`(with ${listed} as materialized (
      select ${column(term, 'index')} as term_index, caucus from ${from(term)} cross join lateral (
        select ${toOne(row, 'caucus', rowId)} as caucus ${source} and ${rowId(row)} in (${leadingTo(row, ['parties'], named)})
      ) listing)
    select ${rowId(bill)} from ${from(bill)}
    where ${rowId(bill)} in (${leadingTo(bill, ['principle_sponsor_caucus'], sql`select caucus from ${listed}`)})
      and (${column(bill, 'term_index')}, ${sponsor}) in (select term_index, caucus from ${listed}))`;
}
