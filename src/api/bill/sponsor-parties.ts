import {
  arrayOf,
  column,
  computed,
  from,
  id,
  join,
  joinOpenly,
  leadingTo,
  model,
  object,
  open,
  relationOf,
  rowId,
  type Scope,
  type Sql,
  sql,
  summarySchema,
  toOne,
} from '../../plugins/rostra/server/src/declare';
import { latestFirst } from '../rep/membership';

/**
 * The parties of a bill's principal sponsor (decisions, 3.9): of a representative, the party held at the bill's date; of
 * a caucus, the parties which the bill's term lists for it; of an agency, none.
 */
export const partiesOfSponsor = computed(
  (bill) => sql`(
  select coalesce(json_agg(${object(shown)} order by party.place), '[]'::json) from (${partyRows(bill)}) party)`,
  () => arrayOf(summarySchema(model('api::party.party'), 'id name abbreviation color emblem')),
);

/**
 * SQL: the party with this identifier is one of the sponsor's. Found from the party: bills of representatives who were
 * never in another one need no closer look, and only those of who was in several, or of a caucus, get one.
 */
export function hasSponsorParty(bill: Scope, number: Sql): Sql {
  const party = open('api::party.party');
  const named = sql`select ${rowId(party)} from ${from(party)} where ${column(party, 'number')} = ${number}::bigint`;
  const [found, looked] = [open('api::bill.bill'), open('api::bill.bill')];
  const [loyal, changing] = members(number, named);
  const ofReps = leadingTo(found, ['principle_sponsor_rep'], changing);
  const ofCaucuses = leadingTo(found, ['principle_sponsor_caucus'], caucusesOf(named));
  // Found first (`offset 0`), then looked at.
  const candidates = sql`(select * from ${from(found)} where ${rowId(found)} in (${ofReps} union all ${ofCaucuses}) offset 0)`;
  return sql`${rowId(bill)} in (
    ${leadingTo(bill, ['principle_sponsor_rep'], loyal)}
    union all select ${rowId(looked)} from ${candidates} ${id(looked.alias)} where ${number}::bigint in (select party.number from (${partyRows(looked)}) party))`;
}

/** The representatives all of whose memberships are of this party, and those who were in another one, too. */
function members(number: Sql, named: Sql): [Sql, Sql] {
  const rep = open('api::rep.rep');
  const { target, source } = join(rep, ['parties', 'party']);
  const isInAnother = sql`exists (select 1 ${source} and ${column(target, 'number')} <> ${number}::bigint)`;
  const wereIn = sql`select ${rowId(rep)} from ${from(rep)} where ${rowId(rep)} in (${leadingTo(rep, ['parties', 'party'], named)})`;
  return [sql`${wereIn} and not ${isInAnother}`, sql`${wereIn} and ${isInAnother}`];
}

/** The caucuses for which some term lists this party. */
function caucusesOf(named: Sql): Sql {
  const row = open(relationOf(model('api::term.term'), 'caucuses').to.uid);
  return sql`select ${toOne(row, 'caucus', rowId)} from ${from(row)} where ${rowId(row)} in (${leadingTo(row, ['parties'], named)})`;
}

const ATTRIBUTES = ['number', 'name', 'abbreviation', 'color', 'emblem'];

const shown = Object.fromEntries(ATTRIBUTES.map((name) => [name === 'number' ? 'id' : name, id('party', name)]));

const partyRows = (bill: Scope): Sql => sql`(${partyOfRep(bill)}) union all (${partiesOfCaucus(bill)})`;

/** By the latest membership of the bill's term that had begun at its date, else by the latest of all. */
function partyOfRep(bill: Scope): Sql {
  const party = joinOpenly(bill, ['principle_sponsor_rep', 'parties', 'party']);
  const [, membership] = party.steps;
  if (!membership) throw new Error('a representative has memberships');
  const start = column(membership.target, 'start_date');
  const date = column(bill, 'date');
  const isInForce = sql`${column(membership.target, 'term_index')} = ${column(bill, 'term_index')} and (${date} is null or ${start} is null or ${start} <= ${date})`;
  return sql`select ${columns(party.target)}, 1::double precision as place ${party.source} order by coalesce(${isInForce}, false) desc, ${latestFirst(membership)} limit 1`;
}

function partiesOfCaucus(bill: Scope): Sql {
  const term = open('api::term.term');
  const party = joinOpenly(term, ['caucuses', 'parties']);
  const [row] = party.steps;
  if (!row) throw new Error('a term has caucuses');
  const sponsor = toOne(bill, 'principle_sponsor_caucus', rowId);
  return sql`select listed.* from ${from(term)} cross join lateral (
    select ${columns(party.target)}, row_number() over (order by ${party.order})::double precision as place ${party.source} and ${toOne(row.target, 'caucus', rowId)} = ${sponsor}
  ) listed where ${column(term, 'index')} = ${column(bill, 'term_index')}`;
}

const columns = (party: Scope): Sql => sql.join(ATTRIBUTES.map((attribute) => column(party, attribute)));
