import type { Json, JsonObject, ParseContext } from '../../plugins/rostra/server/src/declare';
import { rowsIn } from '../../plugins/rostra/server/src/declare';

/** Checks that scores refer only to the bills and act features of their data set (conventions 2.8). */
export function scoresWithin(dataSet: JsonObject, at: ParseContext): void {
  const scores = rowsIn(dataSet, 'scores');
  checkAmong(scores, 'bill_id', { list: 'bill_ids', of: dataSet.bill_ids, at: at.child('scores') });
  scores.forEach((row, index) => {
    checkAmong(rowsIn(row, 'score_per_act_feature'), 'act_feature_id', {
      list: 'act_feature_ids',
      of: dataSet.act_feature_ids,
      at: at.child('scores').child(index).child('score_per_act_feature'),
    });
  });
}

/** Reports rows whose field is not in the list; malformed rows have already been reported. */
function checkAmong(
  rows: JsonObject[],
  field: string,
  among: { list: string; of: Json | undefined; at: ParseContext },
): void {
  if (!Array.isArray(among.of)) return;
  const known = new Set(among.of);
  rows.forEach((row, index) => {
    const value = row[field];
    if (value != null && !known.has(value))
      among.at.child(index).child(field).fault('MISMATCH', `${value} is not among ${among.list}`);
  });
}
