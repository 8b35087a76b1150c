// Requests to a plain Strapi whose responses contain what ours do: only the fields and relations shown.
import qs from 'qs';

const PARTY = { fields: ['number', 'name', 'abbreviation', 'color', 'emblem'] };
const TOPIC = { fields: ['number', 'title'] };
const NAME = { fields: ['number', 'name'] };
const NUMBER = { fields: ['number'] };
const related = (name, inner, fields = ['id']) => ({ fields, populate: { [name]: inner } });

const BILL_ROW = {
  fields: ['number', 'is_law', 'version_no', 'date', 'term_index', 'session_index'],
  populate: {
    act: related('specific_topics', TOPIC, ['number', 'title']),
    act_features: related('act_dir', related('st', TOPIC)),
    st_questions: related('st_question', related('st', TOPIC)),
    principle_sponsor_rep: related('parties', related('party', PARTY, ['term_index', 'start_date']), [
      'number',
      'name',
    ]),
    principle_sponsor_caucus: NAME,
    principle_sponsor_gov_agency: NAME,
  },
  sort: ['date:desc', 'number:desc'],
};

const BILL = {
  populate: {
    act: NUMBER,
    ...Object.fromEntries(['rep', 'caucus', 'gov_agency'].map((kind) => [`principle_sponsor_${kind}`, NUMBER])),
    sponsors: NUMBER,
    cosponsors: NUMBER,
    tags: NUMBER,
    legislative_steps: related('legislative_step', NUMBER, ['date']),
    st_questions: { fields: ['position'], populate: { st_question: related('st', NUMBER, ['number']) } },
    act_features: {
      fields: ['short_content', 'content'],
      populate: { act_dir: related('st', NUMBER, ['number']), act_feature: NUMBER },
    },
  },
};

const VOTE_ROW = {
  fields: ['number', 'date', 'term_index', 'session_index', 'title', 'community_link', 'source_link'],
  populate: {
    st: TOPIC,
    ...Object.fromEntries(['aye', 'abstain', 'nay', 'absence'].map((list) => [list, { count: true }])),
  },
  sort: ['date:desc', 'number:desc'],
};

const TERM = {
  fields: ['index', 'start_date', 'end_date'],
  populate: {
    sessions: { fields: ['session_index', 'temp_session_index', 'start_date', 'end_date'] },
    parties: PARTY,
    caucuses: { populate: { caucus: PARTY, parties: PARTY } },
    districts: { fields: ['name', 'abbreviation', 'zone_name', 'index', 'neighborhoods'] },
  },
};

const TOPICS = {
  fields: ['number', 'title', 'index', 'image'],
  populate: {
    general_topics: { fields: ['number', 'title', 'index', 'image'] },
    act_dirs: { fields: ['number', 'name', 'index'] },
    st_questions: { fields: ['number', 'question', 'index'] },
  },
  sort: ['index:asc'],
};

const ENDS = ['general_topic', 'specific_topic', 'act', 'bill', 'vote'].flatMap((kind) => [
  `from_${kind}`,
  `to_${kind}`,
]);

const page = (number) => ({ pagination: { page: number, pageSize: 20 } });
const EVERYTHING = { pagination: { limit: 1_000_000 } };
const path = (name, query) => `/api/${name}?${qs.stringify(query, { encodeValuesOnly: true })}`;
const number = ($eq) => ({ number: { $eq } });

export const stock = {
  bills: (at) => path('bills', { ...BILL_ROW, ...page(at) }),
  billsOfTopic: (topic) =>
    path('bills', {
      ...BILL_ROW,
      ...page(1),
      filters: {
        $or: [
          { act_features: { act_dir: { st: number(topic) } } },
          { st_questions: { st_question: { st: number(topic) } } },
          { act: { specific_topics: number(topic) } },
        ],
      },
    }),
  billsOfParty: (party) =>
    path('bills', {
      ...BILL_ROW,
      ...page(1),
      filters: { principle_sponsor_rep: { parties: { party: number(party) } } },
    }),
  allBills: () => path('bills', { ...BILL_ROW, ...EVERYTHING }),
  bill: (document) => path(`bills/${document}`, BILL),
  votes: (at) => path('votes', { ...VOTE_ROW, ...page(at) }),
  term: (document) => path(`terms/${document}`, TERM),
  topics: () => path('specific-topics', { ...TOPICS, ...EVERYTHING }),
  acts: (title) =>
    path('acts', {
      fields: ['number', 'title', 'official_seq_no'],
      populate: { specific_topics: { fields: ['number', 'title', 'index', 'image'] } },
      filters: { title: { $containsi: title } },
      ...EVERYTHING,
    }),
  relations: (topic) =>
    path('topic-relations', {
      populate: Object.fromEntries(ENDS.map((end) => [end, NUMBER])),
      filters: { $or: [{ from_specific_topic: number(topic) }, { to_specific_topic: number(topic) }] },
      ...EVERYTHING,
    }),
};
