import { RANK, rankIn } from './rank';

it('ranks a whole name before one that begins with what is typed, and that before one that has all words', () => {
  const rank = (text: string) => rankIn(['新增表決', 'New vote'], text);
  expect([rank('新增 表決'), rank('ＮＥＷ vote'), rank('新增'), rank('vote new'), rank('表')]).toEqual([
    RANK.whole,
    RANK.whole,
    RANK.begins,
    RANK.other,
    RANK.other,
  ]);
  expect([rank('新增 new'), rank('刪')]).toEqual([undefined, undefined]);
});
