import { missingScores } from './scores';

const score = (bill_id: number, ...features: number[]) => ({
  bill_id,
  score_per_act_feature: features.map((act_feature_id) => ({ act_feature_id, score: 0 })),
});

describe('the scores of a data set', () => {
  it('are one for each bill and act feature', () => {
    const scores = [score(1, 7, 8), score(2, 8)];
    expect(missingScores({ bill_ids: [1, 2, 3], act_feature_ids: [7, 8], scores })).toEqual({
      expected: 6,
      missing: [
        { bill: 2, features: [7] },
        { bill: 3, features: [7, 8] },
      ],
    });
  });

  it('are none where there is nothing to score', () => {
    expect(missingScores({ bill_ids: [], act_feature_ids: [7], scores: [] })).toEqual({ expected: 0, missing: [] });
  });
});
