import {
  defineResource,
  exactInteger,
  ordinal,
  ordinalList,
  partial,
  pick,
  range,
  ref,
  refersTo,
  shape,
  text,
  textList,
  utcText,
} from '../../plugins/rostra/server/src/declare';
import { dataSetTitle } from '../data-set';
import schema from './content-types/statement-data-set/schema.json';

export const statementDataSet = defineResource(schema, {
  path: '/console/lab/statement_data_sets',
  title: dataSetTitle,
  singularPath: '/console/lab/statement_data_set',
  paths: { read: '/console/lab/statement_data_sets' },
  names: { fields: ['name', 'slug'], tieBreakers: ['version_no'] },
  fields: {
    name: text().required(),
    version_no: text().required(),
    slug: text().means('slug'),
    term_index: ordinal().means('term').required(),
    start_date: utcText().means('termDate').required(),
    end_date: utcText().means('termDate').required(),
    st_id: ref('specific-topic').required(),
    st_question_id: ref('st-question').required(),
    should_have_spoken_committees: textList().required(),
    should_have_spoken_sessions: ordinalList().means('session').required(),
  },
  filters: {
    name: partial('name', 'part of the name'),
    term: exactInteger('term_index', 'index of a term'),
    st: refersTo('st', 'identifier of a specific topic'),
    st_question: refersTo('st_question', 'identifier of a question'),
  },
  rules: [range('start_date', 'end_date')],
  row: shape('id name version_no slug term_index start_date end_date', {
    st: pick('st', 'id title image index'),
    st_question: pick('st_question', 'id question'),
  }),
});
