import { etagOf, namesTag } from './etag';

describe('entity tags', () => {
  it('change with the text, and only then', () => {
    expect(etagOf('a')).toBe(etagOf('a'));
    expect(etagOf('a')).not.toBe(etagOf('b'));
    expect(etagOf('法')).toMatch(/^"[\w-]+"$/);
  });

  it('are found in a header of several, weakened ones too', () => {
    expect(namesTag('"a", W/"b"', '"b"')).toBe(true);
    expect(namesTag('*', '"b"')).toBe(true);
    expect(namesTag('"a"', '"b"')).toBe(false);
    expect(namesTag('', '"b"')).toBe(false);
  });
});
