import {
  column,
  defineView,
  type Expression,
  epochMs,
  ident,
  type JsonObject,
  join,
  modelOf,
  object,
  objectOf,
  objectWith,
  orNull,
  pickAll,
  readInteger,
  readTimestamp,
  relationOf,
  rowsIn,
  type Scope,
  type Sql,
  sampleOf,
  scopeOf,
  sql,
  tableOf,
  type View,
} from '../../plugins/rostra/server/src/declare';
import { TERM_ROWS, term } from './resource';

/** Declares a list of parts of a term (conventions 7.3). */
const listOfTerm = (
  name: string,
  description: string,
  schema: View['schema'],
  rows: (scope: Scope) => Sql,
  part?: string,
): View =>
  defineView({
    name: name.replaceAll('_', '-'),
    api: 'term',
    path: `/console/lab/${name}`,
    access: 'editor',
    description,
    isExtension: true,
    example: () => exampleOf(part),
    parameters: {
      term: { parse: readInteger, isRequired: true, description: 'index of a term', schema: { type: 'integer' } },
    },
    answers: 'rows',
    schema,
    query: (value) => {
      const scope = scopeOf(term.uid);
      return sql`select found.row::text from ${tableOf(scope)} cross join lateral (${rows(scope)}) found where ${column(scope, 'index')} = ${value('term') ?? sql`null`}::bigint`;
    },
  });

/** Example values: the index of a sample term and the first row of one part. */
function exampleOf(part?: string): JsonObject {
  const sample = sampleOf(term);
  return { term: sample.index ?? null, ...(part ? rowsIn(sample, part)[0] : {}) };
}

/** Declares a list of the rows of one part of a term. */
const partOfTerm = (name: string, attribute: string, row: Expression): View =>
  listOfTerm(
    name,
    `The ${attribute} of a term.`,
    () => row.schema(relationOf(modelOf(term.uid), attribute).to),
    (scope) => {
      const part = join(scope, attribute);
      return sql`select ${row(part.target)} as row ${part.source} order by ${part.order}`;
    },
    attribute,
  );

const parties = objectWith({ parties: pickAll('parties', 'id name abbreviation color emblem') });

export const termSessions = partOfTerm('term_sessions', 'sessions', TERM_ROWS.session);
export const termCaucuses = partOfTerm('term_caucuses', 'caucuses', TERM_ROWS.caucus);
export const termDistricts = partOfTerm('term_districts', 'districts', TERM_ROWS.district);
export const termParties = listOfTerm(
  'term_parties',
  'The parties of a term, in one row.',
  () => parties.schema(modelOf(term.uid)),
  (scope) => sql`select ${parties(scope)} as row`,
);

/** The session that contains a date (conventions 7.4). */
export const dateToTerm = defineView({
  name: 'date-to-term',
  api: 'term',
  path: '/c0ngress/date_to_term',
  access: 'public',
  description: 'The session that contains a date; in a recess or outside all terms, every field but `date` is null.',
  isExtension: true,
  example: () => {
    const session = exampleOf('sessions');
    return { ...session, term_index: session.term ?? null, date: session.start_date ?? null };
  },
  parameters: {
    date: {
      parse: readTimestamp,
      isRequired: true,
      description: 'a point in time: epoch milliseconds or date-time text',
      schema: { type: ['integer', 'string'] },
    },
  },
  answers: 'one',
  schema: () =>
    objectOf({
      term_index: orNull({ type: 'integer' }),
      session_index: orNull({ type: 'integer' }),
      temp_session_index: orNull({ type: 'integer' }),
      start_date: orNull(epochMs().schema),
      end_date: orNull(epochMs().schema),
      date: epochMs().schema,
    }),
  query: (value) => {
    const scope = scopeOf(term.uid);
    const session = join(scope, 'sessions');
    const held = { ...session.target, alias: 'held' };
    const found = { ...session.target, alias: 'found' };
    const ms = sql`${value('date') ?? sql`null`}::bigint`;
    const date = sql`(timestamp 'epoch' + ${ms} * interval '1 millisecond')`;
    const holds = sql`${column(session.target, 'start_date')} <= ${date} and ${date} < ${column(session.target, 'end_date')} + interval '1 day'`;
    const answer = object({
      term_index: ident('found', 'term_index'),
      session_index: column(found, 'session_index'),
      temp_session_index: column(found, 'temp_session_index'),
      start_date: epochMs().read(found, 'start_date'),
      end_date: epochMs().read(found, 'end_date'),
      date: ms,
    });
    const latest = sql`select ${column(scope, 'index')} as term_index, held.* from ${tableOf(scope)} cross join lateral (select ${ident(session.target.alias)}.* ${session.source} and ${holds}) held order by ${column(held, 'start_date')} desc, ${column(scope, 'index')} desc limit 1`;
    return sql`select ${answer}::text from (select) given left join (${latest}) found on true`;
  },
});

/** The distinct district names of the terms and of the members' histories. */
export const uniqueDistricts = defineView({
  name: 'unique-districts',
  api: 'term',
  path: '/c0ngress/unique_districts',
  access: 'public',
  description: 'The distinct names of all districts.',
  isExtension: true,
  example: () => exampleOf('districts'),
  parameters: {},
  answers: 'rows',
  schema: () => objectOf({ name: { type: 'string' } }),
  query: () => {
    const terms = scopeOf(term.uid);
    const reps = scopeOf('api::rep.rep');
    const district = join(terms, 'districts');
    const served = join(reps, 'terms');
    return sql`select ${object({ name: ident('found', 'name') })}::text from (
      select named.name from ${tableOf(terms)} cross join lateral (select ${column(district.target, 'name')} as name ${district.source}) named
      union select named.name from ${tableOf(reps)} cross join lateral (select ${column(served.target, 'district_name')} as name ${served.source}) named
    ) found where found.name is not null order by found.name`;
  },
});
