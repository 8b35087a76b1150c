import {
  boolean,
  defineResource,
  integer,
  integerFilter,
  ordinal,
  partial,
  pick,
  pickRows,
  ref,
  rows,
  rowsWith,
  shape,
  text,
  textFilter,
  utcText,
} from '../../plugins/rostra/server/src/declare';
import schema from './content-types/rep/schema.json';
import { history, historyFilters } from './history';

const PARTY_ROW = {
  term_index: ordinal().means('term').required(),
  party: ref('party').required(),
  caucus: ref('caucus'),
  start_date: utcText().means('earlyTermDate'),
  officer_title: text(),
  note: text(),
};

export const rep = defineResource(schema, {
  path: '/console/lab/reps',
  isExtension: true,
  paged: true,
  names: { fields: ['name'], tieBreakers: ['terms.term_index', 'parties.party'] },
  fields: {
    name: text().required(),
    birth_date: utcText(),
    gender: integer({ min: -100, max: 100 }),
    highest_edu_degree: text(),
    edu_record: text(),
    experience: text(),
    policy_proposal: text(),
    contacts: text(),
    parties: rows(PARTY_ROW),
    terms: rows({
      term_index: ordinal().means('term').required(),
      change_date: utcText().means('termDate'),
      change_type: text(),
      district_name: text(),
      duty: text(),
      note: text(),
    }),
    sessions: rows({
      term_index: ordinal().means('term').required(),
      session_index: ordinal().means('session').required(),
      committee_name: text(),
      is_convener: boolean(),
    }),
  },
  filters: {
    name: partial('name', 'part of the name'),
    term: integerFilter('index of a term served'),
    district: textFilter('name of a district represented'),
    party: integerFilter('identifier of a party held'),
  },
  filterGroups: [historyFilters],
  row: shape('id name', { history }),
  detail: shape(
    'id name birth_date gender highest_edu_degree edu_record experience policy_proposal contacts',
    {
      parties: pickRows(
        'parties',
        rowsWith(PARTY_ROW, { party: pick('party', 'id name'), caucus: pick('caucus', 'id name') }),
      ),
    },
    'terms sessions',
  ),
});
