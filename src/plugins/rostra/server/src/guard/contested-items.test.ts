import { integer, jsonRows, ref, refs } from '../fields';
import { itemKey, withContested } from './contested-items';

const cells = jsonRows({ feature: ref('act-feature').required(), score: integer() });
const table = jsonRows({ bill: ref('bill').required(), cells });
const row = (bill: number, ...scores: [number, number][]) => ({
  bill,
  cells: scores.map(([feature, score]) => ({ feature, score })),
});

describe('a list with what another one says of some records', () => {
  it('has them where they stand there, and else its own', () => {
    const reps = refs('rep');
    const contested = new Set(['rep 1', 'rep 5']);
    expect(withContested([4, 1, 2, 3], [1, 2, 5, 3, 6], reps, contested)).toEqual([1, 4, 2, 5, 3]);
    expect(withContested([1, 1, 2], [2, 1, 1], reps, new Set(['rep 1']))).toEqual([2, 1]);
    expect(withContested([1], [2], reps, new Set())).toEqual([1]);
  });

  it('has cells of the other one in rows of its own, without rows that would be empty', () => {
    const own = [row(1, [7, 1], [8, 1]), row(2, [8, 2])];
    const other = [row(3, [8, 3], [9, 3]), row(1, [8, 5])];
    expect(withContested(own, other, table, new Set(['act-feature 8']))).toEqual([
      row(3, [8, 3]),
      row(1, [8, 5], [7, 1]),
    ]);
  });

  it('looks at each item once, however many there are', () => {
    let looks = 0;
    const watched = {
      ...cells,
      references: (...of: Parameters<NonNullable<typeof cells.references>>) => {
        looks += 1;
        return cells.references?.(...of) ?? [];
      },
    };
    const listOf = (length: number) => Array.from({ length }, (_, feature) => ({ feature, score: 1 }));
    const looksAt = (length: number) => {
      looks = 0;
      withContested(listOf(length), listOf(length), watched, new Set(['act-feature 3']));
      return looks;
    };
    expect(looksAt(400)).toBeLessThan(10 * looksAt(50));
  });

  it('tells rows apart by what they refer to, and others by what they say', () => {
    expect(itemKey(table, row(1, [7, 1]))).toBe(itemKey(table, row(1)));
    expect(itemKey(table, row(1))).not.toBe(itemKey(table, row(2)));
    const plain = jsonRows({ a: integer(), b: integer() });
    expect(itemKey(plain, { a: 1, b: 2 })).toBe(itemKey(plain, { b: 2, a: 1 }));
    expect(itemKey(plain, { a: 1 })).not.toBe(itemKey(plain, { a: 2 }));
  });
});
