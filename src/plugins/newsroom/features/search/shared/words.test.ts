import { digitsOf, patternsOf } from './words';

const isFound = (word: string, text: string): boolean => new RegExp(patternsOf(word)[0] ?? '', 'u').test(text);

describe('the words of a search', () => {
  it('are found in any writing of their characters', () => {
    expect(patternsOf('臺北　市')).toEqual(['[臺台]北', '市']);
    expect(patternsOf('1')).toEqual(['[1１]']);
    expect(
      ['A', 'a', 'Ａ', 'ａ'].flatMap((one) => ['A', 'a', 'Ａ', 'ａ'].filter((other) => !isFound(one, other))),
    ).toEqual([]);
    expect(isFound('台南', '臺南市')).toBe(true);
    expect(isFound('Uliw.Qaljupayare', 'Uliw‧Qaljupayare')).toBe(true);
    expect(isFound('(第1次)', '（第１次）')).toBe(true);
    expect(isFound('王金平', '王平金')).toBe(false);
  });

  it('are taken as typed: nothing in them is a command', () => {
    for (const word of ['a.c', '100%', '[x]', 'a|b', '^a$', '\\d', '***:', '(', '-]', 'a{2}']) {
      expect([word, isFound(word, `…${word}…`)]).toEqual([word, true]);
      expect([word, isFound(word, 'abcd')]).toEqual([word, false]);
    }
  });

  it('are eight at most', () => {
    expect(patternsOf(' 一 二 三 四 五 六 七 八 九 ')).toHaveLength(8);
    expect(patternsOf('  ')).toEqual([]);
  });

  it('are numbers, too', () => {
    expect([digitsOf('012'), digitsOf('１２'), digitsOf('1a'), digitsOf('1234567890123456')]).toEqual([
      '12',
      '12',
      undefined,
      undefined,
    ]);
  });
});
