import { normalise } from './normalise';

describe('normalised names', () => {
  it.each([
    ['a full-width space', '李　敖', '李敖'],
    ['a no-break space', '李\u00a0敖', '李敖'],
    ['spaces around', ' 國會調查權 ', '國會調查權'],
    ['zero-width characters', '\ufeff王\u200b明', '王明'],
    ['台 and 臺', '臺灣團結聯盟', '台灣團結聯盟'],
    ['dots of indigenous names', '瓦歷斯‧貝林', '瓦歷斯．貝林'],
    ['a middle dot', '瓦歷斯‧貝林', '瓦歷斯·貝林'],
    ['a bullet', '瓦歷斯‧貝林', '瓦歷斯•貝林'],
    ['a Katakana dot', '瓦歷斯‧貝林', '瓦歷斯・貝林'],
    ['a half-width dot', '瓦歷斯‧貝林', '瓦歷斯･貝林'],
    ['a space for a dot', 'Kolas‧Yotaka', 'Kolas Yotaka'],
    ['letter case', '簡東明Uliw‧Qaljupayare', '簡東明ULIW‧QALJUPAYARE'],
    ['full-width letters and digits', 'ＡＢＣ１２', 'abc12'],
    ['full-width brackets', '一讀（委員會待審）', '一讀(委員會待審)'],
    ['compatibility ideographs', '\uf98a', '力'],
    ['combining characters', 'e\u0301', 'é'],
  ])('%s does not matter', (_, one, other) => {
    expect(normalise(one)).toBe(normalise(other));
  });

  it.each([
    ['a dot between digits', '第1.2條', '第12條'],
    ['other punctuation', '行政院、考試院', '行政院考試院'],
    ['characters of private use', '王\ue001', '王'],
    ['two characters of private use', '王\ue001', '王\ue002'],
    ['similar characters', '陳錦濤', '陳錦涛'],
  ])('%s matters', (_, one, other) => {
    expect(normalise(one)).not.toBe(normalise(other));
  });

  it('have the same dot between digits', () => {
    expect(normalise('1．2')).toBe(normalise('1·2'));
  });
});
