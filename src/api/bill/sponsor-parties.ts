import {
  arrayOf,
  column,
  computed,
  from,
  id,
  joinOpenly,
  leadingTo,
  model,
  object,
  open,
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
 * SQL: the party with this identifier is one of the sponsor's. Only bills whose sponsor was ever in it, or is a caucus,
 * are looked at closely.
 */
export function hasSponsorParty(bill: Scope, number: Sql): Sql {
  const party = open('api::party.party');
  const named = sql`select ${rowId(party)} from ${from(party)} where ${column(party, 'number')} = ${number}::bigint`;
  const caucus = open('api::caucus.caucus');
  const candidates = sql`${leadingTo(bill, ['principle_sponsor_rep', 'parties', 'party'], named)} union ${leadingTo(bill, ['principle_sponsor_caucus'], sql`select ${rowId(caucus)} from ${from(caucus)}`)}`;
  return sql`case when ${rowId(bill)} in (${candidates}) then ${number}::bigint in (select party.number from (${partyRows(bill)}) party) else false end`;
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
