import { keepsChanges, removedItems, uncontested } from './merged-lists';

describe('a save keeps what others have changed of a list', () => {
  it.each([
    ['both have added', [1, 2], [1, 2, 3], [1, 2, 3, 4]],
    ['one has added, one removed', [1, 2], [1, 2, 3], [2, 3]],
    ['one has removed, one added', [1, 2], [2], [2, 4]],
    ['both have removed the same', [1, 2, 3], [2, 3], [3]],
    ['one has added, one moved', [1, 2], [1, 2, 3], [2, 1, 3]],
    ['one has moved, one added', [1, 2], [2, 1], [2, 1, 3]],
    ['one has moved, one removed', [1, 2, 3], [3, 1, 2], [3, 2]],
    ['rows that are equal', [{ a: 1 }], [{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 2 }, { a: 3 }]],
    ['nothing', [], [], [1]],
  ])('%s', (_, before, theirs, after) => expect(keepsChanges(before, theirs, after)).toBe(true));

  it.each([
    ['what they added is gone', [1], [1, 2], [1, 3]],
    ['what they removed is back', [1, 2], [2], [1, 2, 3]],
    ['both have moved', [1, 2, 3], [3, 1, 2], [2, 3, 1]],
    ['a row of theirs is another one', [{ a: 1 }], [{ a: 2 }], [{ a: 3 }]],
    ['no list', null, [1], [1]],
    ['a text', 'a', 'b', 'b'],
  ])('not where %s', (_, before, theirs, after) => expect(keepsChanges(before, theirs, after)).toBe(false));
});

describe('of a list that both have changed', () => {
  it.each([
    ['the order is contested', [1, 2, 3], [3, 1, 2, 4], [2, 3, 5], { added: [5], removed: [1] }],
    ['a removal is', [1, 2, 3], [2, 3], [1, 3, 4], { added: [4], removed: [2] }],
    ['an addition is', [1, 2], [1, 2, 3], [1, 4], { added: [4], removed: [2] }],
  ])('what an editor has added and removed stays where %s', (_, before, theirs, after, expected) =>
    expect(uncontested(before, theirs, after)).toEqual(expected),
  );
});

describe('what one has removed from a list and the other has not', () => {
  it('is told by what tells items apart, as the other has it', () => {
    expect(removedItems([1, 2, 3], [1, 3, 4], [1, 2])).toEqual({ byOthers: [2], byEditor: [3] });
    const keyOf = (item: unknown) => String((item as { id: number }).id);
    const item = (id: number, a: number) => ({ id, a });
    const before = [item(1, 0), item(2, 0), item(3, 0)];
    expect(removedItems(before, [item(1, 5), item(3, 5)], [item(1, 0), item(2, 6)], keyOf)).toEqual({
      byOthers: [item(2, 6)],
      byEditor: [item(3, 5)],
    });
  });
});
