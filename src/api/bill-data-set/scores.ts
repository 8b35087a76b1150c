import type { Json, JsonObject, ParseContext } from '../../plugins/rostra/server/src/declare';
import { rowsIn } from '../../plugins/rostra/server/src/declare';

/** Checks that scores refer only to the bills and act features of their data set (conventions 2.8). */
export function checkScores(dataSet: JsonObject, at: ParseContext): void {
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
