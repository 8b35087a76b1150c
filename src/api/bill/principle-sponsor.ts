import {
  type Filter,
  ident,
  pickOneOf,
  relationOf,
  rowId,
  rowIdQuery,
  type Scope,
  type Sql,
  shape,
  sourceIds,
  sql,
  textFilter,
} from '../../plugins/rostra/server/src/declare';

const ATTRIBUTES = {
  gov_agency: 'principle_sponsor_gov_agency',
  caucus: 'principle_sponsor_caucus',
  rep: 'principle_sponsor_rep',
} as const;

/** A bill's principal sponsor: a government agency, a caucus or a representative. */
export const PRINCIPLE_SPONSOR = {
  attribute: 'principle_sponsor',
  options: { gov_agency: 'gov-agency', caucus: 'caucus', rep: 'rep' },
  names: { type: 'principle_sponsor_type', id: 'principle_sponsor_value' },
} as const;

/** Selects the sponsor as `{id, name}`; null if there is none. */
export const sponsorSummary = pickOneOf(PRINCIPLE_SPONSOR, {
  gov_agency: shape('id name'),
  caucus: shape('id name'),
  rep: shape('id name'),
});

/** A filter that accepts only the three sponsor types. */
export const sponsorTypeFilter = (
  description: string,
  where: (bill: Scope, type: Sql) => Sql,
): Filter<never, never> => ({
  ...textFilter(description, where),
  schema: { type: 'string', enum: Object.keys(ATTRIBUTES) },
  parse: (text, at) =>
    Object.hasOwn(ATTRIBUTES, text)
      ? text
      : at.fault('INVALID_VALUE', `must be one of ${Object.keys(ATTRIBUTES).join(', ')}`),
});

/** SQL condition: the bill's sponsor has this type. */
export const hasSponsorType = (bill: Scope, type: Sql): Sql =>
  isAmong(bill, (name, attribute) => {
    const { table, source } = relationOf(bill.model, attribute);
    return sql`select ${ident(source)} from ${ident(table)} where ${type}::text = ${sql.lit(name)}`;
  });

/** SQL condition: the bill's sponsor, of any type, has this public id. */
export const hasSponsorValue = (bill: Scope, number: Sql): Sql =>
  isAmong(bill, (_, attribute) => {
    const named = rowIdQuery(relationOf(bill.model, attribute).to.uid, number);
    return sourceIds(bill, [attribute], named);
  });

/** SQL condition: the representative with this public id is the bill's principal sponsor, or among its sponsors. */
export function isSponsoredBy(bill: Scope, number: Sql): Sql {
  const named = rowIdQuery(relationOf(bill.model, ATTRIBUTES.rep).to.uid, number);
  return sql`${rowId(bill)} in (${sourceIds(bill, [ATTRIBUTES.rep], named)} union all ${sourceIds(bill, ['sponsors'], named)})`;
}

/**
 * SQL condition: the bill is among those found for any type. Starts from the sponsors instead of scanning the bills.
 */
const isAmong = (bill: Scope, found: (name: string, attribute: string) => Sql): Sql =>
  sql`${rowId(bill)} in (${sql.join(
    Object.entries(ATTRIBUTES).map(([name, attribute]) => found(name, attribute)),
    sql` union all `,
  )})`;
