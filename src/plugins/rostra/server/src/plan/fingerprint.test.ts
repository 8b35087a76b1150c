import { fingerprint } from './fingerprint';

describe('the fingerprint of a record', () => {
  it('does not depend on the order of keys, at any depth', () => {
    expect(fingerprint({ a: 1, b: { c: [{ d: 1, e: 2 }] } })).toBe(fingerprint({ b: { c: [{ e: 2, d: 1 }] }, a: 1 }));
  });

  it.each([
    ['a value', { a: 2, b: [1, 2] }],
    ['the type of a value', { a: '1', b: [1, 2] }],
    ['the order of items', { a: 1, b: [2, 1] }],
    ['a further key', { a: 1, b: [1, 2], c: null }],
  ])('depends on %s', (_, other) => {
    expect(fingerprint(other)).not.toBe(fingerprint({ a: 1, b: [1, 2] }));
  });
});
