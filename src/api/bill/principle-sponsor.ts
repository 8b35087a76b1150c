import {
  exists,
  type Filter,
  pickOneOf,
  type Scope,
  type Sql,
  shape,
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
};

/** The sponsor as `{id, name}`; null when there is none. */
export const sponsorSummary = pickOneOf(PRINCIPLE_SPONSOR, {
  gov_agency: shape('id name'),
  caucus: shape('id name'),
  rep: shape('id name'),
});

/** A filter that takes one of the three types, and nothing else. */
export const sponsorTypeFilter = (description: string, where: (bill: Scope, type: Sql) => Sql): Filter => ({
  ...textFilter(description, where),
  schema: { type: 'string', enum: Object.keys(ATTRIBUTES) },
  parse: (text, at) =>
    Object.hasOwn(ATTRIBUTES, text)
      ? text
      : at.fault('INVALID_VALUE', `must be one of ${Object.keys(ATTRIBUTES).join(', ')}`),
});

/** SQL: the sponsor is of this type. */
export const hasSponsorType = (bill: Scope, type: Sql): Sql =>
  sql`case ${type}::text ${sql.join(
    Object.entries(ATTRIBUTES).map(([name, attribute]) => sql`when ${sql.lit(name)} then ${exists(bill, attribute)}`),
    sql` `,
  )} end`;

/** SQL: the sponsor, of whatever type, has this identifier. */
export const hasSponsorValue = (bill: Scope, number: Sql): Sql =>
  sql`(${sql.join(
    Object.values(ATTRIBUTES).map((attribute) =>
      exists(bill, attribute, (sponsor) => sql`${sql.ref(`${sponsor.alias}.number`)} = ${number}::bigint`),
    ),
    sql` or `,
  )})`;
