import { listChangeOf } from './list-changes';

describe('a list of links', () => {
  it('loses some, and gains some between those that stay', () => {
    expect(listChangeOf([1, 2, 3, 4, 5, 6, 7, 8], [1, 3, 4, 9, 5, 6, 7, 8, 10])).toEqual({
      lost: [2],
      gained: [
        { target: 9, previous: 4, next: 5 },
        { target: 10, previous: 8, next: null },
      ],
    });
    expect(listChangeOf([1, 2], [3, 1, 2])).toEqual({ lost: [], gained: [{ target: 3, previous: null, next: 1 }] });
    expect(listChangeOf([1, 2, 3], [1, 3])).toEqual({ lost: [2], gained: [] });
  });

  it.each([
    ['links that stay have another order', [1, 2, 3, 4], [2, 1, 3, 4]],
    ['two new ones stand side by side', [1, 2, 3, 4, 5], [1, 2, 3, 8, 9, 4, 5]],
    ['most of it changes', [1, 2, 3], [1, 4]],
    ['it was empty', [], [1]],
    ['a link is there twice', [1, 2, 3, 3], [1, 2, 3]],
  ])('is written as a whole if %s', (_, former, wanted) => {
    expect(listChangeOf(former, wanted)).toBeUndefined();
  });
});
