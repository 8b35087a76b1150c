import { closest } from './closest';

const close = (text: string, ...names: string[]) => closest(text, names);

describe('the names closest to a text', () => {
  it('share characters with it, the most similar first', () => {
    expect(close('長期照護法', '勞動基準法', '長期照顧服務法', '長期照顧法')).toEqual(['長期照顧法', '長期照顧服務法']);
  });

  it('may differ in one of three characters', () => {
    expect(close('王金坪', '李敖', '王金平')).toEqual(['王金平']);
    expect(close('王大明', '王小明', '王小朋')).toEqual(['王小明']);
    expect(close('勞基法', '勞動基準法', '就業服務法')).toEqual(['勞動基準法']);
  });

  it('may contain the text, or be part of it', () => {
    expect(close('廖國棟', '胡國棟', '廖國棟sufinsiluko')).toEqual(['廖國棟sufinsiluko', '胡國棟']);
    expect(close('中國國民黨黨部', '國民黨')).toEqual(['國民黨']);
  });

  it('are three at most, and none if nothing is similar', () => {
    expect(close('王明', '王明德', '王明明', '王大明', '王小明', '李明')).toHaveLength(3);
    expect(close('王明', '勞動基準法')).toEqual([]);
    expect(close('', '王明')).toEqual([]);
  });
});
