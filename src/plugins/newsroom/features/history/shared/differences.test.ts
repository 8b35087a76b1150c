import { differenceOf } from './difference-of';
import { compareTexts, foldTexts } from './differences';
import type { FieldInfo } from './history';
import { compareLists, longestAscending, matchRows } from './list-differences';

describe('the comparison of two texts', () => {
  it('finds the words that differ, in Chinese and English', () => {
    expect(compareTexts('勞工退休金條例', '勞工保險條例')).toEqual([
      { value: '勞工', state: 'same' },
      { value: '退休金', state: 'removed' },
      { value: '保險', state: 'added' },
      { value: '條例', state: 'same' },
    ]);
    expect(compareTexts('a big bill', 'a small bill').map(({ value }) => value)).toEqual([
      'a ',
      'big',
      'small',
      ' bill',
    ]);
  });

  it('keeps the texts whole, with their line breaks', () => {
    const [before, after] = ['一\n二\n\n三', '一\n\n三 四'];
    const parts = compareTexts(before, after);
    const text = (state: string) =>
      parts
        .filter((part) => part.state !== state)
        .map(({ value }) => value)
        .join('');
    expect([text('added'), text('removed')]).toEqual([before, after]);
  });

  it('gives up long texts without anything in common', () => {
    const [a, b] = ['甲乙', '丙丁'].map((word) =>
      Array.from({ length: 40_000 }, (_, each) => `${word}${each}`).join(''),
    );
    // Compared to its end, this would take hours.
    expect(compareTexts(a ?? '', b ?? '').map(({ state }) => state)).toEqual(['removed', 'added']);
  });

  it('compares nothing after its deadline', () => {
    const states = compareTexts('勞工退休金條例', '勞工保險條例', 0).map(({ state }) => state);
    expect(states).toEqual(['removed', 'added']);
    const rows = (date: number) => Array.from({ length: 500 }, (_, step) => ({ date, step }));
    expect(matchRows(rows(1), rows(2), 0).length).toBeGreaterThan(900);
    expect(matchRows(rows(1).slice(0, 9), rows(2).slice(0, 9), 0)).toHaveLength(9);
  });

  it('shortens long passages that are the same', () => {
    const same = (length: number) => ({ value: '甲'.repeat(length), state: 'same' as const });
    const change = { value: '乙', state: 'added' as const };
    expect(foldTexts([same(500), change, same(500), change, same(30)])).toEqual([
      null,
      same(60),
      change,
      same(60),
      null,
      same(60),
      change,
      same(30),
    ]);
    expect(foldTexts([same(100), change])).toEqual([same(100), change]);
  });
});

describe('the comparison of two lists', () => {
  const states = (before: number[], after: number[]) =>
    compareLists(before, after).map(({ value, state }) => [value, state]);

  it('finds what was added, removed and moved', () => {
    expect(states([1, 2, 3], [1, 4, 3])).toEqual([
      [1, 'same'],
      [2, 'removed'],
      [4, 'added'],
      [3, 'same'],
    ]);
    expect(states([1, 2, 3], [2, 3, 1])).toEqual([
      [2, 'same'],
      [3, 'same'],
      [1, 'moved'],
    ]);
  });

  it('counts each occurrence of a value', () => {
    expect(states([1, 1, 2], [1, 2])).toEqual([
      [1, 'same'],
      [1, 'removed'],
      [2, 'same'],
    ]);
    expect(states([1, 2], [2, 1, 1])).toEqual([
      [2, 'same'],
      [1, 'moved'],
      [1, 'added'],
    ]);
  });

  it('is for lists only: what became a list, or an empty one, differs as a value', () => {
    const field: FieldInfo = { name: 'a', attributes: ['a'], kind: 'value' };
    const kinds = [
      ['a', ['a']],
      [null, []],
      [null, ['a']],
      [[], []],
    ].map(([before, after]) => differenceOf(field, { a: before ?? null }, { a: after ?? null }).kind);
    expect(kinds).toEqual(['values', 'values', 'list', 'list']);
  });

  it('finds what kept its place in a long list in another order, too', () => {
    const numbers = Array.from({ length: 20_000 }, (_, index) => index);
    expect(longestAscending([...numbers].reverse()).size).toBe(1);
    expect([...longestAscending([3, 4, 0, 5, 1, 2, 6])]).toEqual([3, 4, 5, 6]);
    const rows = numbers.slice(0, 2_000).map((id) => ({ id }));
    const moved = matchRows(rows, [...rows].reverse()).filter(({ isMoved }) => isMoved);
    expect(moved).toHaveLength(1_999);
  });
});

describe('matching rows', () => {
  it('finds a changed row among others by what it shares', () => {
    const [first, second] = [
      { date: 1, step: 7 },
      { date: 2, step: 8 },
    ];
    expect(matchRows([first, second], [second, { date: 3, step: 7 }])).toEqual([
      { before: second, after: second, isMoved: false },
      { before: first, after: { date: 3, step: 7 }, isMoved: true },
    ]);
  });

  it('finds rows by their identifiers, however they changed', () => {
    const pairs = matchRows(
      [
        { id: 1, name: '甲' },
        { id: 2, name: '乙' },
      ],
      [{ id: 2, name: '甲' }],
    );
    expect(pairs).toEqual([
      { before: { id: 2, name: '乙' }, after: { id: 2, name: '甲' }, isMoved: false },
      { before: { id: 1, name: '甲' }, isMoved: false },
    ]);
  });

  it('does not match rows that have nothing in common', () => {
    expect(matchRows([{ date: 1 }], [{ date: 2 }])).toEqual([
      { after: { date: 2 }, isMoved: false },
      { before: { date: 1 }, isMoved: false },
    ]);
  });
});
