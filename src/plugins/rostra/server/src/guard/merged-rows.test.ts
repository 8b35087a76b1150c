import { lostRows, mergeRows } from './merged-rows';
import type { FormRow, RowsOfTwo, StoredRow } from './row-pairs';

const row = (id: number, a: string, b = 'b'): StoredRow => ({ id, row: { a, b } });
const base = [row(1, 'x'), row(2, 'y'), row(3, 'z')];
const same = [{ id: 1 }, { id: 2 }, { id: 3 }];

/** What writing rows leaves. */
const written = (theirs: StoredRow[], rows: FormRow[]): StoredRow[] =>
  rows.map(({ id, ...changes }, index) => {
    const stored = theirs.find((each) => each.id === id);
    return { id: stored?.id ?? 100 + index, row: { ...stored?.row, ...changes } as StoredRow['row'] };
  });

function merge(theirs: StoredRow[], mine: FormRow[], shown = base, more: Partial<RowsOfTwo> = {}) {
  const sides = { base: shown, theirs, mine, ...more };
  const restored = new Map(
    lostRows(sides).map((each) => [each.shown.id, { ...each.shown.row, ...each.own, id: undefined }]),
  );
  const merged = mergeRows(sides, restored);
  const outcome = merged.outcome(written(theirs, merged.mine), (name) => name);
  expect(outcome.hasRepeated).toBe(outcome.mine.length < merged.mine.length);
  expect(outcome.rows).toHaveLength(outcome.mine.length);
  return { mine: outcome.mine, theirs: outcome.theirs };
}

describe('nested rows of two people', () => {
  it.each<[string, StoredRow[], FormRow[], FormRow[]]>([
    [
      'change different rows',
      [row(1, 'X'), row(2, 'y'), row(3, 'z')],
      [{ id: 1 }, { id: 2, a: 'Y' }, { id: 3 }],
      [{ id: 1 }, { id: 2, a: 'Y' }, { id: 3 }],
    ],
    [
      'change different fields of a row',
      [row(1, 'X'), row(2, 'y'), row(3, 'z')],
      [{ id: 1, b: 'B' }, { id: 2 }, { id: 3 }],
      [{ id: 1, b: 'B' }, { id: 2 }, { id: 3 }],
    ],
    [
      'change a field to the same',
      [row(1, 'X'), row(2, 'y'), row(3, 'z')],
      [{ id: 1, a: 'X' }, { id: 2 }, { id: 3 }],
      [{ id: 1, a: 'X' }, { id: 2 }, { id: 3 }],
    ],
    ['both add', [...base, row(4, 't')], [...same, { a: 'm' }], [...same, { id: 4 }, { a: 'm' }]],
    [
      'add at different places',
      [row(1, 'x'), row(4, 't'), row(2, 'y'), row(3, 'z')],
      [{ a: 'm' }, ...same],
      [{ a: 'm' }, { id: 1 }, { id: 4 }, { id: 2 }, { id: 3 }],
    ],
    ['one removes, one adds', [row(1, 'x'), row(3, 'z')], [...same, { a: 'm' }], [{ id: 1 }, { id: 3 }, { a: 'm' }]],
    ['one adds, one removes', [...base, row(4, 't')], [{ id: 1 }, { id: 3 }], [{ id: 1 }, { id: 3 }, { id: 4 }]],
    ['both remove the same', [row(1, 'x'), row(3, 'z')], [{ id: 1 }, { id: 3 }], [{ id: 1 }, { id: 3 }]],
    [
      'one moves, one changes',
      [row(3, 'z'), row(1, 'x'), row(2, 'y')],
      [{ id: 1 }, { id: 2, a: 'Y' }, { id: 3 }],
      [{ id: 3 }, { id: 1 }, { id: 2, a: 'Y' }],
    ],
    [
      'one changes and adds, one moves',
      [row(1, 'X'), row(4, 't'), row(2, 'y'), row(3, 'z')],
      [{ id: 3 }, { id: 1 }, { id: 2 }],
      [{ id: 3 }, { id: 1 }, { id: 4 }, { id: 2 }],
    ],
    [
      'both move the same way',
      [row(3, 'z'), row(1, 'x'), row(2, 'y')],
      [{ id: 3 }, { id: 1 }, { id: 2 }],
      [{ id: 3 }, { id: 1 }, { id: 2 }],
    ],
    [
      'an API writes the same rows anew and adds one',
      [row(11, 'x'), row(12, 'y'), row(13, 'z'), row(14, 't')],
      [{ id: 1 }, { id: 2, a: 'Y' }, { id: 3 }],
      [{ id: 11 }, { id: 12, a: 'Y' }, { id: 13 }, { id: 14 }],
    ],
    [
      'an API changes another field of the row',
      [row(11, 'x'), row(12, 'y', 'T'), row(13, 'z')],
      [{ id: 1 }, { id: 2, a: 'Y' }, { id: 3 }],
      [{ id: 11 }, { id: 12, a: 'Y' }, { id: 13 }],
    ],
    [
      'both add the same',
      [...base, row(4, 't'), row(5, 'm')],
      [...same, { a: 'm', b: 'b' }, { a: 'm', b: 'b' }],
      [...same, { id: 4 }, { id: 5 }, { a: 'm', b: 'b' }],
    ],
    [
      'one saves again what is stored',
      [row(1, 'X'), row(3, 'z'), row(4, 'm')],
      [{ id: 1, a: 'X' }, { id: 3 }, { a: 'm', b: 'b' }],
      [{ id: 1, a: 'X' }, { id: 3 }, { id: 4 }],
    ],
    [
      'one saves again a row that was restored',
      [row(1, 'x'), row(4, 'Y'), row(3, 'z')],
      [{ id: 1 }, { id: 2, a: 'Y' }, { id: 3 }],
      [{ id: 1 }, { id: 4 }, { id: 3 }],
    ],
  ])('are merged: %s', (_, theirs, mine, merged) =>
    expect(merge(theirs, mine)).toEqual({ mine: merged, theirs: undefined }),
  );

  const equal = [row(1, 'x'), row(2, 'x'), row(3, 'z')];
  it.each<[string, StoredRow[], FormRow[], FormRow[]]>([
    ['by the API', [row(11, 'x'), row(13, 'z')], [{ id: 2 }, { id: 3 }], [{ id: 11 }, { id: 13 }]],
    ['by forms', [row(2, 'x'), row(3, 'z')], [{ id: 1 }, { id: 3 }], [{ id: 2 }, { id: 3 }]],
    [
      'whose other one is changed',
      [row(2, 'x'), row(3, 'z')],
      [{ id: 1, a: 'X' }, { id: 3 }],
      [{ id: 2, a: 'X' }, { id: 3 }],
    ],
    ['by both of them', [row(3, 'z')], [{ id: 2 }, { id: 3 }], [{ id: 3 }]],
    [
      'while one adds the same',
      [row(11, 'x'), row(13, 'z')],
      [{ id: 1 }, { id: 2 }, { id: 3 }, { a: 'x', b: 'b' }],
      [{ id: 11 }, { id: 13 }, { a: 'x', b: 'b' }],
    ],
  ])('are merged if one of two equal rows is removed %s', (_, theirs, mine, merged) =>
    expect(merge(theirs, mine, equal)).toEqual({ mine: merged, theirs: undefined }),
  );

  it('are lost if others have put several other rows in their place, whatever these have in common', () => {
    const steps = (...numbers: number[]): StoredRow[] =>
      numbers.map((step) => ({ id: 10 + step, row: { step, date: null, note: null, url: null } }));
    const [shown, theirs] = [steps(1, 2), steps(3, 4)];
    const own = { id: 11, note: '註' };
    expect(lostRows({ base: shown, theirs, mine: [own, { id: 12 }] })).toEqual([{ shown: shown[0], own }]);
  });

  it('are merged if a form has shown more of them than it knows', () => {
    const theirs = [...base, row(4, 't'), row(5, 'u')];
    expect(merge(theirs, same, base, { dropped: [4] })).toEqual({ mine: [...same, { id: 5 }], theirs: undefined });
    expect(merge(theirs, [...same, { id: 4, a: 'T' }]).mine).toEqual([...same, { id: 4, a: 'T' }, { id: 5 }]);
  });

  it('are recognised where their values order them', () => {
    const mine = [...same, { a: 'y', b: 'n' }, { a: 'b', b: 'n' }];
    const sides = { base, theirs: [...base, row(4, 'b', 'n')], mine, sortedBy: 'number' };
    const numbered = mine.map((each, index) => ({ ...each, number: -index }));
    const { outcome } = mergeRows({ ...sides, mine: numbered }, new Map());
    const { mine: once } = outcome([row(9, 'b', 'n'), row(8, 'y', 'n'), ...sides.theirs], (name) => name);
    expect(once.map((each: FormRow) => each.id ?? each.a)).toEqual([1, 2, 3, 4, 'y']);
  });

  it.each<[string, StoredRow[], FormRow[], { mine: FormRow[]; theirs: FormRow[] }]>([
    [
      'the same field',
      [row(1, 'X'), row(2, 'y'), row(3, 'z')],
      [{ id: 1, a: 'M', b: 'B' }, { id: 2, a: 'Y' }, { id: 3 }],
      {
        mine: [{ id: 1, a: 'M', b: 'B' }, { id: 2, a: 'Y' }, { id: 3 }],
        theirs: [{ id: 1, b: 'B' }, { id: 2, a: 'Y' }, { id: 3 }],
      },
    ],
    [
      'a row that the editor removes',
      [row(1, 'x'), row(2, 'Y'), row(3, 'z')],
      [{ id: 1 }, { id: 3 }, { a: 'm' }],
      { mine: [{ id: 1 }, { id: 3 }, { a: 'm' }], theirs: [{ id: 1 }, { id: 2 }, { id: 3 }, { a: 'm' }] },
    ],
    [
      'a row that others remove',
      [row(1, 'x'), row(3, 'z')],
      [{ id: 1 }, { id: 2, a: 'M' }, { id: 3, a: 'Z' }],
      {
        mine: [{ id: 1 }, { a: 'M', b: 'b', id: undefined }, { id: 3, a: 'Z' }],
        theirs: [{ id: 1 }, { id: 3, a: 'Z' }],
      },
    ],
    [
      'the order',
      [row(3, 'z'), row(1, 'x'), row(2, 'y')],
      [{ id: 2 }, { id: 1, a: 'X' }, { id: 3 }, { a: 'm' }],
      {
        mine: [{ id: 2 }, { id: 1, a: 'X' }, { id: 3 }, { a: 'm' }],
        theirs: [{ id: 3 }, { a: 'm' }, { id: 1, a: 'X' }, { id: 2 }],
      },
    ],
    [
      'a row whose link one clears',
      [row(1, 'x', 'C'), row(2, 'y'), row(3, 'z')],
      [{ id: 1, b: null }, { id: 2 }, { id: 3 }],
      { mine: [{ id: 1, b: null }, { id: 2 }, { id: 3 }], theirs: same },
    ],
    [
      'a row that an API writes anew',
      [row(11, 'T'), row(12, 'y'), row(13, 'z')],
      [{ id: 1, a: 'M' }, { id: 2 }, { id: 3 }],
      { mine: [{ id: 11, a: 'M' }, { id: 12 }, { id: 13 }], theirs: [{ id: 11 }, { id: 12 }, { id: 13 }] },
    ],
  ])('are asked about where both have changed %s', (_, theirs, mine, sides) =>
    expect(merge(theirs, mine)).toEqual(sides),
  );

  it('are known as their editor alone would have left them', () => {
    const shown = [...base, row(4, 'u')];
    const theirs = [row(1, 'x', 'T'), row(3, 'z'), row(9, 't')];
    const mine = [{ id: 3 }, { id: 2 }, { id: 1, a: 'M' }, { a: 'n', b: 'n' }, { id: 9 }];
    const merged = mergeRows({ base: shown, theirs, mine }, new Map());
    expect(merged.outcome(written(theirs, merged.mine), (name) => name).own).toEqual([
      { a: 'z', b: 'b' },
      { a: 'y', b: 'b' },
      { a: 'M', b: 'b' },
      { a: 'n', b: 'n' },
      { a: 't', b: 'b' },
    ]);
    const again = mergeRows(
      { base, theirs: [row(1, 'x')], mine: [{ id: 2, a: 'M' }] },
      new Map([[2, { a: 'M', b: 'b' }]]),
    );
    const { own } = again.outcome(written([row(1, 'x')], again.mine), (name) => name);
    expect(own).toEqual([{ a: 'M', b: 'b' }]);
  });

  it('are named where one has removed what the other has changed', () => {
    const theirs = [row(1, 'X'), row(3, 'z')];
    const mine = [{ id: 2, a: 'M' }, { id: 3 }];
    const restored = new Map([[2, { a: 'M', b: 'b', id: undefined }]]);
    const merged = mergeRows({ base, theirs, mine }, restored);
    expect(merged.outcome(written(theirs, merged.mine), (name) => name).removed).toEqual({
      byOthers: [expect.objectContaining({ a: 'M', b: 'b' })],
      byEditor: [{ a: 'X', b: 'b' }],
    });
  });
});
