import {
  defineResource,
  eachRow,
  integer,
  type Json,
  type JsonObject,
  jsonRows,
  type ParseContext,
  pick,
  range,
  ref,
  refersTo,
  refs,
  rowsIn,
  shape,
  uniqueIn,
} from '../../plugins/rostra/server/src/declare';
import { dataSetFields, dataSetFilters, dataSetTitle } from '../data-set';
import schema from './content-types/bill-data-set/schema.json';

export const billDataSet = defineResource(schema, {
  path: '/console/lab/bill_data_sets',
  title: dataSetTitle,
  singularPath: '/console/lab/bill_data_set',
  paths: { read: '/console/lab/bill_data_sets' },
  names: { fields: ['name', 'slug'], tieBreakers: ['version_no'] },
  fields: {
    ...dataSetFields,
    act_id: ref('act').required(),
    act_dir_id: ref('act-dir').required(),
    act_feature_ids: refs('act-feature').required().in('act_features'),
    bill_ids: refs('bill').required().in('bills'),
    scores: jsonRows(
      {
        bill_id: ref('bill').required(),
        score_per_act_feature: jsonRows({
          act_feature_id: ref('act-feature').required(),
          score: integer().required(),
        }).required(),
      },
      {
        relations: [
          { kind: 'bill', relation: 'bills', path: ['bill_id'] },
          { kind: 'act-feature', relation: 'act_features', path: ['score_per_act_feature', 'act_feature_id'] },
        ],
      },
    ).required(),
  },
  filters: {
    ...dataSetFilters,
    act: refersTo('act', 'identifier of an act'),
    act_dir: refersTo('act_dir', 'identifier of an act direction'),
  },
  rules: [
    range('start_date', 'end_date'),
    checkScores,
    uniqueIn('scores', 'bill_id'),
    eachRow('scores', uniqueIn('score_per_act_feature', 'act_feature_id')),
  ],
  row: shape('id name version_no slug term_index start_date end_date', {
    st: pick('st', 'id title image index'),
    act: pick('act', 'id title official_seq_no'),
    act_dir: pick('act_dir', 'id name'),
  }),
});

/** Checks that scores refer only to the bills and act features of their data set (conventions 2.8). */
function checkScores(dataSet: JsonObject, at: ParseContext): void {
  const scores = rowsIn(dataSet, 'scores');
  checkListed(scores, 'bill_id', { name: 'bill_ids', values: dataSet.bill_ids, at: at.child('scores') });
  scores.forEach((row, index) => {
    checkListed(rowsIn(row, 'score_per_act_feature'), 'act_feature_id', {
      name: 'act_feature_ids',
      values: dataSet.act_feature_ids,
      at: at.child('scores').child(index).child('score_per_act_feature'),
    });
  });
}

/** Reports rows whose field is not in the list; malformed rows have already been reported. */
function checkListed(
  rows: JsonObject[],
  field: string,
  list: { name: string; values: Json | undefined; at: ParseContext },
): void {
  if (!Array.isArray(list.values)) return;
  const known = new Set(list.values);
  rows.forEach((row, index) => {
    const value = row[field];
    if (value != null && !known.has(value))
      list.at.child(index).child(field).fault('MISMATCH', `${value} is not among ${list.name}`);
  });
}
