import { isUnconfirmed, unconfirmedOf } from './sync-limit';

describe('how many records that a source no longer has go without confirmation', () => {
  it.each([
    [1, 1],
    [39, 1],
    [100, 5],
    [4_000, 20],
  ])('of %i: %i', (known, expected) => {
    expect(unconfirmedOf(known)).toBe(expected);
  });

  it.each([
    [{ known: 100, own: 5, dependents: 0 }, true],
    [{ known: 100, own: 6, dependents: 0 }, false],
    [{ known: 100, own: 5, dependents: 20 }, true],
    [{ known: 100, own: 5, dependents: 21 }, false],
    // One may always go, with all that belongs to it: a topic with many directions.
    [{ known: 3, own: 1, dependents: 60 }, true],
    [{ known: 3, own: 2, dependents: 0 }, false],
  ])('%j: %s', (extent, expected) => {
    expect(isUnconfirmed(extent)).toBe(expected);
  });
});
