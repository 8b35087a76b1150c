import {
  arrayOf,
  column,
  computed,
  exists,
  ident,
  joinWithSteps,
  modelOf,
  object,
  rowId,
  type Scope,
  type Sql,
  scopeOf,
  sql,
  summarySchema,
  tableOf,
  toOneId,
} from '../../plugins/rostra/server/src/declare';
import { latestFirst } from '../rep/history';

/** The parties of a bill's principal sponsor (conventions 3.9). */
export const partiesOfSponsor = computed(
  (bill) => sql`case when ${exists(bill, 'principle_sponsor_caucus')}
    then ${listOf(sql`(${partyOfRep(bill)}) union all (${partiesOfCaucus(bill)})`, sql`order by party.place`)}
    else ${listOf(partyOfRep(bill))} end`,
  () => arrayOf(summarySchema(modelOf('api::party.party'), 'id name abbreviation color emblem')),
);

const ATTRIBUTES = ['number', 'name', 'abbreviation', 'color', 'emblem'];

const shown = Object.fromEntries(ATTRIBUTES.map((name) => [name === 'number' ? 'id' : name, ident('party', name)]));

const listOf = (parties: Sql, order = sql``): Sql =>
  sql`(select coalesce(json_agg(${object(shown)} ${order}), '[]'::json) from (${parties}) party)`;

/**
 * Uses the latest membership in the bill's term that had begun by its date, or else the latest of all. Finds the id of
 * the party first, so that one party is read instead of one for each membership.
 */
function partyOfRep(bill: Scope): Sql {
  const party = scopeOf('api::party.party');
  const { steps, source } = joinWithSteps(bill, ['principle_sponsor_rep', 'parties', 'party'], ['parties']);
  const [, membership, link] = steps;
  if (!membership || !link) throw new Error('a representative has memberships');
  const latest = sql`select ${link.targetId} ${source} order by coalesce(${isInForce((name) => column(membership.target, name), bill)}, false) desc, ${latestFirst(membership)} limit 1`;
  return sql`select ${columns(party)}, 1::double precision as place from ${tableOf(party)} where ${rowId(party)} = (${latest})`;
}

/** SQL condition: a membership with these columns is in the bill's term and had begun by its date. */
export function isInForce(membership: (attribute: string) => Sql, bill: Scope): Sql {
  const [start, date] = [membership('start_date'), column(bill, 'date')];
  return sql`${membership('term_index')} = ${column(bill, 'term_index')} and (${date} is null or ${start} is null or ${start} <= ${date})`;
}

function partiesOfCaucus(bill: Scope): Sql {
  const term = scopeOf('api::term.term');
  const party = joinWithSteps(term, ['caucuses', 'parties']);
  const [row] = party.steps;
  if (!row) throw new Error('a term has caucuses');
  const sponsor = toOneId(bill, 'principle_sponsor_caucus');
  return sql`select listed.* from ${tableOf(term)} cross join lateral (
    select ${columns(party.target)}, row_number() over (order by ${party.order})::double precision as place ${party.source} and ${toOneId(row.target, 'caucus')} = ${sponsor}
  ) listed where ${column(term, 'index')} = ${column(bill, 'term_index')}`;
}

const columns = (party: Scope): Sql => sql.join(ATTRIBUTES.map((attribute) => column(party, attribute)));
