import { unconfirmedOf } from './gone';

describe('how many records that a source no longer has go without confirmation', () => {
  it.each([
    [1, 1],
    [39, 1],
    [100, 5],
    [4_000, 20],
  ])('of %i: %i', (known, expected) => {
    expect(unconfirmedOf(known)).toBe(expected);
  });
});
