import {
  all,
  arrayOf,
  column,
  computed,
  type FilterGroup,
  join,
  joinWithSteps,
  modelOf,
  object,
  objectOf,
  orNull,
  rowId,
  rowIdQuery,
  type Scope,
  type Sql,
  scopeOf,
  sourceIds,
  sql,
  summary,
  summarySchema,
  tableOf,
} from '../../plugins/rostra/server/src/declare';

/**
 * The terms served by a representative, in row order: each with the last party held in it, the district as the term
 * describes it, and how the seat was gained.
 */
export const history = computed(
  (rep) => {
    const served = join(rep, 'terms');
    const row = object({
      term: column(served.target, 'term_index'),
      party: partyIn(rep, served.target),
      district: districtOf(served.target),
      change_type: column(served.target, 'change_type'),
    });
    return sql`(select coalesce(json_agg(${row} order by ${served.order}), '[]'::json) ${served.source})`;
  },
  () => arrayOf(objectOf(HISTORY_ROW())),
);

/**
 * The filters `term`, `district` and `party` must match the same row of the history. Only representatives who were
 * ever in the party are examined.
 */
export const historyFilters: FilterGroup = {
  names: ['term', 'district', 'party'],
  where: (rep, value) => {
    const served = join(rep, 'terms');
    const [term, district, party] = [value('term'), value('district'), value('party')];
    const conditions = [
      ...(term ? [sql`${column(served.target, 'term_index')} = ${term}::bigint`] : []),
      ...(district ? [sql`${column(served.target, 'district_name')} = ${district}::text`] : []),
      ...(party ? [sql`${partyNumberIn(rep, served.target)} = ${party}::bigint`] : []),
    ];
    return all([
      ...(party ? [wasEverIn(rep, party)] : []),
      sql`exists (select 1 ${served.source} and ${all(conditions)})`,
    ]);
  },
};

function wasEverIn(rep: Scope, number: Sql): Sql {
  const named = rowIdQuery('api::party.party', number);
  return sql`${rowId(rep)} in (${sourceIds(rep, ['parties', 'party'], named)})`;
}

const partyIn = (rep: Scope, served: Scope): Sql => latestParty(rep, served, (party) => summary(party, PARTY));

const partyNumberIn = (rep: Scope, served: Scope): Sql => latestParty(rep, served, (party) => column(party, 'number'));

/** SQL: the party of the latest membership in the same term; NULL if there is none. */
function latestParty(rep: Scope, served: Scope, select: (party: Scope) => Sql): Sql {
  const party = joinWithSteps(rep, ['parties', 'party']);
  const [membership] = party.steps;
  if (!membership) throw new Error('a representative has memberships');
  return sql`(select ${select(party.target)} ${party.source} and ${column(membership.target, 'term_index')} = ${column(served, 'term_index')} order by ${latestFirst(membership)} limit 1)`;
}

/** SQL: the term's district with the row's name; only the name if the term has no such district. */
function districtOf(served: Scope): Sql {
  const term = scopeOf('api::term.term');
  const district = join(term, 'districts');
  const name = column(served, 'district_name');
  const described = Object.fromEntries(
    ['name', 'abbreviation', 'zone_name', 'index'].map((attribute) => [attribute, column(district.target, attribute)]),
  );
  const nameOnly = object({ name, abbreviation: sql`null`, zone_name: sql`null`, index: sql`null` });
  return sql`case when ${name} is not null then coalesce((select found.district from ${tableOf(term)} cross join lateral (select ${object(described)} as district ${district.source} and ${column(district.target, 'name')} = ${name} limit 1) found where ${column(term, 'index')} = ${column(served, 'term_index')}), ${nameOnly}) end`;
}

const PARTY = 'id name abbreviation color emblem';

const HISTORY_ROW = () => ({
  term: { type: 'integer', examples: [9] },
  party: orNull(summarySchema(modelOf('api::party.party'), PARTY)),
  district: orNull(
    objectOf({
      name: { type: 'string', examples: ['臺北市第1選舉區'] },
      abbreviation: orNull({ type: 'string', examples: ['臺北1'] }),
      zone_name: orNull({ type: 'string', examples: ['臺北市'] }),
      index: orNull({ type: 'integer', examples: [1] }),
    }),
  ),
  change_type: orNull({ type: 'string', examples: ['assume_office_through_regular_election'] }),
});

/**
 * SQL order: memberships from latest to earliest, by term, then start; one without a start date began with its term;
 * the later row wins a tie.
 */
export const latestFirst = ({ target, order }: { target: Scope; order: Sql }): Sql =>
  sql`${column(target, 'term_index')} desc nulls last, ${column(target, 'start_date')} desc nulls last, ${reversed(order)}`;

const reversed = (order: Sql): Sql => sql`(array[${order}]::double precision[]) desc`;
