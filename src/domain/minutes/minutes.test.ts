import { indexNames, readMinutes, totalsIn } from '.';
import { chineseNumber } from './words';

const names = [
  '王金平',
  '李敖',
  '王明',
  '王明德',
  '陳瑩',
  '瓦歷斯‧貝林',
  '廖國棟Sufin‧Siluko',
  '鄭天財 Sra Kacaw',
  '高金素梅',
  '臺大明',
  '張偉',
  '張偉',
  'Kolas Yotaka',
];
const people = names.map((name, index) => ({ publicId: index + 1, name }));
const index = indexNames(people);
const read = (text: string) => readMinutes(text, index);
/** Names in order: the person each one means, or the written form where that is not exactly one. */
const namesIn = (text: string) =>
  read(text).parts.flatMap((part) =>
    part.names.map(({ written, people: [only, ...others] }) =>
      only === undefined || others.length > 0 ? `?${written}` : names[only - 1],
    ),
  );

describe('a roll call in the minutes', () => {
  it('has names apart by blanks, full-width ones within names of two characters, and broken lines', () => {
    expect(namesIn('王金平　　李　敖　　王　明\n陳　瑩  王金\n平')).toEqual([
      '王金平',
      '李敖',
      '王明',
      '陳瑩',
      '王金平',
    ]);
    expect(namesIn('王金平、李敖，王明；陳瑩')).toEqual(['王金平', '李敖', '王明', '陳瑩']);
    expect(namesIn('王金平李敖王明陳瑩高金素梅')).toEqual(['王金平', '李敖', '王明', '陳瑩', '高金素梅']);
  });

  it('has names of indigenous members with any dot, with letters, or without them', () => {
    for (const dot of '‧．·・• ') expect(namesIn(`瓦歷斯${dot}貝林 李敖`)).toEqual(['瓦歷斯‧貝林', '李敖']);
    const [siluko, kacaw] = ['廖國棟Sufin‧Siluko', '鄭天財 Sra Kacaw'];
    expect(namesIn('廖國棟 鄭天財')).toEqual([siluko, kacaw]);
    expect(namesIn('廖國棟Sufin．Siluko 鄭天財Sra Kacaw 王金平')).toEqual([siluko, kacaw, '王金平']);
    expect(namesIn('廖國棟　Sufin Siluko　鄭天財\nSra Kacaw　Kolas Yotaka')).toEqual([siluko, kacaw, 'Kolas Yotaka']);
    expect(namesIn('王金平Ong Kim')).toEqual(['王金平', '?Kim']);
    expect(namesIn('台大明 ＫＯＬＡＳ　Yotaka')).toEqual(['臺大明', 'Kolas Yotaka']);
  });

  it('skips remarks and numbers', () => {
    expect(namesIn('一、王金平委員　2. 李敖　(三)王明　以上3人')).toEqual(['王金平', '李敖', '王明']);
    expect(namesIn('王金平、李敖等二人')).toEqual(['王金平', '李敖']);
    expect(namesIn('王金平等12人')).toEqual(['王金平']);
  });

  it('has headings that open its lists, with the official numbers', () => {
    const { parts, totals } = read(
      '表決結果名單：\n一、贊成者：２人\n王金平　李　敖\n二、反對者（1人）：\n王　明\n三、棄權者：0人\n四、未投票者 陳　瑩',
    );
    expect(parts.map(({ list, names: own }) => [list, own.map(({ written }) => written)])).toEqual([
      ['aye', ['王金平', '李 敖']],
      ['nay', ['王 明']],
      ['abstain', []],
      ['absence', ['陳 瑩']],
    ]);
    expect(totals).toEqual({ aye: 2, nay: 1, abstain: 0 });
    expect(read('不同意：李敖 同意：王明').parts.map(({ list }) => list)).toEqual(['nay', 'aye']);
  });

  it('leaves unknown names and namesakes to the reader', () => {
    expect(read('張　偉').parts).toEqual([{ list: undefined, names: [{ written: '張 偉', people: [11, 12] }] }]);
    expect(namesIn('李敖 陳大文 林　某 Ada Lovelace 王明')).toEqual([
      '李敖',
      '?陳大文',
      '?林 某',
      '?Ada Lovelace',
      '王明',
    ]);
    expect(namesIn('王金平陳大文李敖')).toEqual(['王金平', '?陳大文', '李敖']);
  });

  it('finds no name within another, or across two', () => {
    expect(namesIn('王明德')).toEqual(['王明德']);
    expect(namesIn('王明仁')).toEqual(['?王明仁']);
    expect(namesIn('王明 德林')).toEqual(['王明', '?德林']);
    expect(namesIn('王、明')).toEqual(['?王', '?明']);
  });

  it('finds people with names similar to an unknown one', () => {
    expect(index.similar('王金萍')).toEqual([1]);
    expect(index.similar('廖國楝')).toEqual([7]);
    expect(index.similar('歐陽某某')).toEqual([]);
  });
});

describe('official numbers', () => {
  it('are the last ones of a text', () => {
    expect(
      totalsIn('【在場委員68人，贊成者14人，反對者54人】另案【贊成者３８人，反對者六十人，棄權者1人，少數不通過】'),
    ).toEqual({
      aye: 38,
      nay: 60,
      abstain: 1,
    });
    expect(totalsIn('照案通過。')).toEqual({});
  });

  it('may be written in Chinese', () => {
    expect(['五', '十', '十六', '六十', '六十八', '一百零三', '一百一十三', '一一三'].map(chineseNumber)).toEqual([
      5, 10, 16, 60, 68, 103, 113, 113,
    ]);
  });
});
