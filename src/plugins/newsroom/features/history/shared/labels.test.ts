import { commonLabel } from './labels';

describe('the label of fields that store one choice', () => {
  it.each([
    [['標題'], '標題'],
    [['主提案機關', '主提案黨團', '主提案委員'], '主提案'],
    [['Principal sponsor: agency', 'Principal sponsor: caucus'], 'Principal sponsor'],
    [['甲', '乙'], '甲 / 乙'],
    [[], ''],
  ])('of %j is %s', (labels, label) => expect(commonLabel(labels)).toBe(label));
});
