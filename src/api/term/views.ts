import {
  column,
  defineView,
  epochMs,
  from,
  id,
  join,
  object,
  open,
  pick,
  pickAll,
  readInteger,
  readTimestamp,
  type Scope,
  type Sql,
  sql,
  summary,
  textList,
  type View,
} from '../../plugins/rostra/server/src/declare';

const SUMMARY = 'id name abbreviation color emblem';

const byTerm = {
  term: { parse: readInteger, isRequired: true, description: 'index of a term', schema: { type: 'integer' } },
};

/** The rows of one part of a term, as a list of its own (decisions, 7). */
const partOfTerm = (name: string, attribute: string, row: (scope: Scope) => Sql): View =>
  defineView({
    name,
    api: 'term',
    path: `/console/lab/${name.replaceAll('-', '_')}`,
    access: 'editor',
    description: `The ${attribute} of a term.`,
    parameters: byTerm,
    answers: 'rows',
    query: (given) => {
      const term = open('api::term.term');
      const part = join(term, attribute);
      return sql`select found.row::text from ${from(term)} cross join lateral (select ${row(part.target)} as row ${part.source} order by ${part.order}) found where ${column(term, 'index')} = ${given('term') ?? sql`null`}::bigint`;
    },
  });

const session = (scope: Scope): Record<string, Sql> => ({
  session_index: column(scope, 'session_index'),
  temp_session_index: column(scope, 'temp_session_index'),
  start_date: epochMs().read(scope, 'start_date'),
  end_date: epochMs().read(scope, 'end_date'),
});

export const termSessions = partOfTerm('term-sessions', 'sessions', (scope) => object(session(scope)));

export const termParties = partOfTerm('term-parties', 'parties', (scope) => summary(scope, SUMMARY));

export const termCaucuses = partOfTerm('term-caucuses', 'caucuses', (scope) =>
  object({ caucus: pick('caucus', SUMMARY)(scope), parties: pickAll('parties', SUMMARY)(scope) }),
);

export const termDistricts = partOfTerm('term-districts', 'districts', (scope) =>
  object({
    name: column(scope, 'name'),
    abbreviation: column(scope, 'abbreviation'),
    zone_name: column(scope, 'zone_name'),
    index: column(scope, 'index'),
    neighborhoods: textList().read(scope, 'neighborhoods'),
  }),
);

/** The session that holds a date: its end date begins its last day. Of several sessions, the one that began last. */
export const dateToTerm = defineView({
  name: 'date-to-term',
  api: 'term',
  path: '/c0ngress/date_to_term',
  access: 'public',
  description: 'The session that holds a date.',
  parameters: {
    date: {
      parse: readTimestamp,
      isRequired: true,
      description: 'a point in time: epoch milliseconds or date-time text',
      schema: { type: ['integer', 'string'] },
    },
  },
  answers: 'one',
  query: (given) => {
    const term = open('api::term.term');
    const part = join(term, 'sessions');
    const start = column(part.target, 'start_date');
    const end = column(part.target, 'end_date');
    const ms = sql`${given('date') ?? sql`null`}::bigint`;
    const date = sql`(timestamp 'epoch' + ${ms} * interval '1 millisecond')`;
    const answer = object({
      term_index: column(term, 'index'),
      session_index: id('held', 'session_index'),
      temp_session_index: id('held', 'temp_session_index'),
      start_date: epochMs().read({ ...part.target, alias: 'held' }, 'start_date'),
      end_date: epochMs().read({ ...part.target, alias: 'held' }, 'end_date'),
      date: ms,
    });
    return sql`select ${answer}::text from ${from(term)} cross join lateral (select ${id(part.target.alias)}.* ${part.source} and ${start} <= ${date} and ${date} < ${end} + interval '1 day') held order by held.start_date desc, ${column(term, 'index')} desc limit 1`;
  },
});

/** The names of all districts: of the terms and of the members' histories, each once. */
export const uniqueDistricts = defineView({
  name: 'unique-districts',
  api: 'term',
  path: '/c0ngress/unique_districts',
  access: 'public',
  description: 'The names of all districts, each once.',
  parameters: {},
  answers: 'rows',
  query: () => {
    const term = open('api::term.term');
    const rep = open('api::rep.rep');
    const district = join(term, 'districts');
    const served = join(rep, 'terms');
    return sql`select ${object({ name: id('found', 'name') })}::text from (
      select named.name from ${from(term)} cross join lateral (select ${column(district.target, 'name')} as name ${district.source}) named
      union select named.name from ${from(rep)} cross join lateral (select ${column(served.target, 'district_name')} as name ${served.source}) named
    ) found where found.name is not null order by found.name`;
  },
});
