import { isEqual } from './json';

describe('equality of JSON values', () => {
  it('ignores the order of keys, but not of items', () => {
    expect(isEqual({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true);
    expect(isEqual([1, 2], [2, 1])).toBe(false);
    expect(isEqual({ a: 1 }, { a: 1, b: null })).toBe(false);
    expect(isEqual({ a: null }, { b: null })).toBe(false);
    expect(isEqual(undefined, null)).toBe(false);
  });
});
