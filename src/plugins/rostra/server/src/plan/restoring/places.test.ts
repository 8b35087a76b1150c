import { putBack, takenOut } from './places';

const all = () => true;

describe('what a change took out of a field', () => {
  it('is what it has no longer', () => {
    expect(takenOut([1, 2, 3], [1, 3])).toEqual([2]);
    expect(takenOut([3, 1, 2], [1, 4, 3])).toEqual([2]);
    expect(takenOut([{ a: 1 }, { a: 2 }], [{ a: null }, { a: 2 }])).toEqual([{ a: 1 }]);
    expect(takenOut(5, null)).toBe(5);
  });

  it('returns to its former place', () => {
    expect(putBack([1, 3], [1, 2, 3], [1, 3], all)).toEqual([1, 2, 3]);
    expect(putBack([], [1, 2], [], all)).toEqual([1, 2]);
    expect(putBack(null, 5, null, all)).toBe(5);
    expect(putBack([{ a: null }, { a: 2 }], [{ a: 1 }, { a: 2 }], [{ a: null }, { a: 2 }], all)).toEqual([
      { a: 1 },
      { a: 2 },
    ]);
  });

  it('finds its place in a list that has changed since', () => {
    expect(putBack([9, 3, 1], [1, 2, 3], [1, 3], all)).toEqual([9, 3, 1, 2]);
    expect(putBack([3, 8], [1, 2, 3], [1, 3], all)).toEqual([2, 3, 8]);
    expect(putBack([2, 1], [1, 2], [1], all)).toEqual([2, 1]);
    expect(putBack([{ a: 7 }, { a: null }], [{ a: 1 }], [{ a: null }], all)).toEqual([{ a: 7 }, { a: 1 }]);
  });

  it('leaves out what is still gone', () => {
    expect(putBack([], [1, 2, 3], [], (item) => item === 2)).toEqual([2]);
    expect(
      putBack([{ a: null }, { a: null }], [{ a: 1 }, { a: 2 }], [{ a: null }, { a: null }], (item) => isTwo(item)),
    ).toEqual([{ a: null }, { a: 2 }]);
  });

  it('has no place if the value is another one now', () => {
    expect(putBack(7, 5, null, all)).toBeUndefined();
    expect(putBack(5, 5, null, all)).toBe(5);
    expect(putBack([], [{ a: 1 }], [{ a: null }], all)).toBeUndefined();
  });
});

const isTwo = (item: unknown) => (item as { a: number }).a === 2;
