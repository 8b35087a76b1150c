import {
  boolean,
  day,
  defineResource,
  epochMs,
  exactInteger,
  firstOf,
  implied,
  integerFilter,
  joinParts,
  oneOf,
  ordinal,
  phrase,
  pick,
  ref,
  refersTo,
  refs,
  related,
  rows,
  shape,
  tags,
  text,
} from '../../plugins/rostra/server/src/declare';
import schema from './content-types/bill/schema.json';
import {
  hasSponsorType,
  hasSponsorValue,
  isSponsoredBy,
  PRINCIPLE_SPONSOR,
  sponsorSummary,
  sponsorTypeFilter,
} from './principle-sponsor';
import { partiesOfSponsor } from './sponsor-parties';
import { hasSponsorParty } from './sponsor-party-filter';
import { isOnTopic, topicsOfBill } from './topics-of-bill';

/** `23委1497 · 勞動基準法`. */
const billTitle = joinParts(firstOf('version_no', day('date'), phrase`#${'number'}`), related('act', 'title'));

export const bill = defineResource(schema, {
  path: '/console/lab/rs_bills',
  title: billTitle,
  paged: true,
  order: ['-date'],
  timestamps: 'epochMs',
  fields: {
    act_id: ref('act').required(),
    is_law: boolean().required(),
    version_no: text(),
    date: epochMs().means('termDate'),
    term_index: ordinal().means('term'),
    session_index: ordinal().means('session'),
    temp_session_index: ordinal().means('tempSession'),
    ...oneOf(PRINCIPLE_SPONSOR),
    sponsors: refs('rep'),
    cosponsors: refs('rep'),
    content: text(),
    data_source_link: text().means('link'),
    progress_source_link: text().means('link'),
    tags: tags('tag'),
    legislative_steps: rows({
      date: epochMs().required(),
      legislative_step_id: ref('legislative-step').required(),
    }),
    st_questions: rows({
      st_id: implied('st_question_id', 'st-question', 'st'),
      st_question_id: ref('st-question').required(),
      position: text().required(),
    }),
    act_features: rows({
      st_id: implied('act_dir_id', 'act-dir', 'st'),
      act_dir_id: ref('act-dir').required(),
      act_feature_id: ref('act-feature').required(),
      short_content: text().required(),
      content: text().required(),
    }).required(),
  },
  filters: {
    st: integerFilter('identifier of a specific topic', isOnTopic),
    act: refersTo('act', 'identifier of an act'),
    term: exactInteger('term_index', 'index of a term'),
    principle_sponsor_type: sponsorTypeFilter('gov_agency, caucus or rep', hasSponsorType),
    principle_sponsor_value: integerFilter('identifier of the agency, caucus or representative', hasSponsorValue),
    principle_sponsor_party: integerFilter('identifier of a party', hasSponsorParty),
    session: { ...exactInteger('session_index', 'index of a session'), isExtension: true },
    sponsor: {
      ...integerFilter(
        'identifier of a representative who is the principal sponsor or among the sponsors',
        isSponsoredBy,
      ),
      isExtension: true,
    },
    cosponsor: { ...refersTo('cosponsors', 'identifier of a representative among the cosponsors'), isExtension: true },
    step: {
      ...refersTo('legislative_steps.legislative_step', 'identifier of a legislative step that the bill has taken'),
      isExtension: true,
    },
  },
  row: shape(
    'id',
    { specific_topics: topicsOfBill, act: pick('act', 'id title') },
    'is_law version_no date term_index session_index principle_sponsor_type',
    { principle_sponsor_value: sponsorSummary, principle_sponsor_parties: partiesOfSponsor },
  ),
});
