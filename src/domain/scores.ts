import type { JsonObject } from '../common/json';
import { rowsIn } from '../common/json';
import type { RecordCheck } from './record-check';
import { recordText, warning } from './warning';

/** Checks that every bill of a data set has a score for each of its act features; one warning per data set. */
export const scores: RecordCheck = {
  judged: { bill_data_sets: ['bill_ids', 'act_feature_ids', 'scores'] },
  open: () => ({
    judge: (seen) => {
      const { expected, missing } = missingScores(seen.record);
      const count = missing.reduce((sum, { features }) => sum + features.length, 0);
      if (count === 0) return [];
      const examples = missing
        .slice(0, MOST_NAMED)
        .map(({ bill, features }) => `${recordText('rs_bills', bill)} for ${some(features)}`);
      const more = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more bills` : '';
      return [
        warning(seen, {
          code: 'SCORE_MISSING',
          path: 'scores',
          fact: `${count} of ${expected} scores are missing: ${examples.join('; ')}${more}`,
          advice: 'add the scores, or remove the bills or act features from the data set',
        }),
      ];
    },
  }),
};

/**
 * Returns the bills of a data set that lack scores, the act features missing for each, and the number of scores a
 * complete data set has.
 */
export function missingScores(dataSet: JsonObject): {
  expected: number;
  missing: { bill: number; features: number[] }[];
} {
  const [bills, features] = [publicIdsIn(dataSet, 'bill_ids'), publicIdsIn(dataSet, 'act_feature_ids')];
  const scored = new Set(
    rowsIn(dataSet, 'scores').flatMap((row) =>
      rowsIn(row, 'score_per_act_feature').map(({ act_feature_id: feature }) => `${row.bill_id} ${feature}`),
    ),
  );
  const missing = bills
    .map((bill) => ({ bill, features: features.filter((feature) => !scored.has(`${bill} ${feature}`)) }))
    .filter(({ features: without }) => without.length > 0);
  return { expected: bills.length * features.length, missing };
}

const MOST_NAMED = 3;

const some = (features: number[]): string =>
  features.length > MOST_NAMED
    ? `${features.length} act features`
    : features.map((feature) => recordText('act_features', feature)).join(', ');

const publicIdsIn = (record: JsonObject, name: string): number[] =>
  ((record[name] ?? []) as (number | null)[]).flatMap((publicId) => publicId ?? []);
