import {
  computed,
  count,
  day,
  defineResource,
  disjoint,
  type Expression,
  epochMs,
  exactInteger,
  joinParts,
  ordinal,
  pick,
  ref,
  refersTo,
  refs,
  shape,
  tags,
  text,
} from '../../plugins/rostra/server/src/declare';
import schema from './content-types/vote/schema.json';
import { voterFilters, voterGroup } from './voter-filters';

/** `2016-12-06 · 勞動基準法第三十六條`. */
const voteTitle = joinParts(day('date'), 'title');

export const vote = defineResource(schema, {
  path: '/console/lab/rs_votes',
  title: voteTitle,
  paged: true,
  order: ['-date'],
  timestamps: 'epochMs',
  fields: {
    st_id: ref('specific-topic').required(),
    date: epochMs().means('termDate').required(),
    term_index: ordinal().means('term').required(),
    session_index: ordinal().means('session').required(),
    temp_session_index: ordinal().means('tempSession').required(),
    title: text().required(),
    content: text().required(),
    aye: refs('rep'),
    nay: refs('rep'),
    abstain: refs('rep'),
    absence: refs('rep'),
    community_link: text().means('link'),
    source_link: text().means('link').required(),
    tags: tags('tag'),
  },
  filters: {
    st: refersTo('st', 'identifier of a specific topic'),
    term: exactInteger('term_index', 'index of a term'),
    session: { ...exactInteger('session_index', 'index of a session'), isExtension: true },
    ...voterFilters,
  },
  filterGroups: [voterGroup],
  rules: [disjoint('aye', 'nay', 'abstain', 'absence')],
  row: shape(
    'id',
    { st: pick('st', 'id title') },
    'date term_index session_index title',
    {
      aye_count: countOf('aye'),
      abstain_count: countOf('abstain'),
      nay_count: countOf('nay'),
      absence_count: countOf('absence'),
    },
    'community_link source_link',
  ),
});

function countOf<List extends string>(list: List): Expression<List> {
  return computed((scope) => count(scope, list), { type: 'integer', minimum: 0 }, list);
}
