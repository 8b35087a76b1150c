import {
  defineResource,
  ordinalList,
  pick,
  range,
  ref,
  refersTo,
  shape,
  textList,
} from '../../plugins/rostra/server/src/declare';
import { dataSetFields, dataSetFilters, dataSetTitle } from '../data-set';
import schema from './content-types/statement-data-set/schema.json';

export const statementDataSet = defineResource(schema, {
  path: '/console/lab/statement_data_sets',
  title: dataSetTitle,
  singularPath: '/console/lab/statement_data_set',
  paths: { read: '/console/lab/statement_data_sets' },
  names: { fields: ['name', 'slug'], tieBreakers: ['version_no'] },
  fields: {
    ...dataSetFields,
    st_question_id: ref('st-question').required(),
    should_have_spoken_committees: textList().required(),
    should_have_spoken_sessions: ordinalList().means('session').required(),
  },
  filters: {
    ...dataSetFilters,
    st_question: refersTo('st_question', 'identifier of a question'),
  },
  rules: [range('start_date', 'end_date')],
  row: shape('id name version_no slug term_index start_date end_date', {
    st: pick('st', 'id title image index'),
    st_question: pick('st_question', 'id question'),
  }),
});
