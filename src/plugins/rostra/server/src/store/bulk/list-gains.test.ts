import { gainsOf } from './list-gains';

describe('a list of links', () => {
  it('gains some between those that stay', () => {
    expect(gainsOf([1, 3, 4, 5, 6], [1, 3, 4, 9, 5, 6, 10])).toEqual([
      { target: 9, previous: 4, next: 5 },
      { target: 10, previous: 6, next: null },
    ]);
    expect(gainsOf([1, 2, 4], [3, 1, 2, 4])).toEqual([{ target: 3, previous: null, next: 1 }]);
  });

  it.each([
    ['it loses one', [1, 2, 3], [1, 3]],
    ['links that stay have another order', [1, 2, 3, 4], [2, 1, 3, 4, 5]],
    ['two new ones stand side by side', [1, 2, 3, 4, 5], [1, 2, 3, 8, 9, 4, 5]],
    ['it grows by half', [1, 2], [1, 3, 2]],
    ['it was empty', [], [1]],
    ['a link is there twice', [1, 2, 3], [1, 2, 2, 4, 3]],
  ])('is written as a whole if %s', (_, former, wanted) => {
    expect(gainsOf(former, wanted)).toBeUndefined();
  });
});
