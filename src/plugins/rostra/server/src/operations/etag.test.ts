import { encodedTag, etagOf, namesTag, tagOfVersion, versionOf, versionTag } from './etag';

describe('entity tags', () => {
  it('change with the text, and only then', () => {
    expect(etagOf('a')).toBe(etagOf('a'));
    expect(etagOf('a')).not.toBe(etagOf('b'));
    expect(etagOf('法')).toMatch(/^"[\w-]+"$/);
  });

  it('are found in lists, weak or not; * names any', () => {
    expect(namesTag('"a", W/"b"', '"b"')).toBe(true);
    expect(namesTag('*', '"b"')).toBe(true);
    expect(namesTag('"a"', '"b"')).toBe(false);
    expect(namesTag('', '"b"')).toBe(false);
  });

  it('name a text whatever its version and form', () => {
    const [old, now] = [etagOf('a', 'v1'), etagOf('a', 'v2')];
    expect(old).not.toBe(now);
    expect(namesTag(old, now)).toBe(true);
    expect(namesTag(encodedTag(old, 'gzip'), etagOf('a'))).toBe(true);
    expect(namesTag(etagOf('b', 'v2'), now)).toBe(false);
    expect(namesTag(versionTag('v2'), now)).toBe(false);
    expect(namesTag(versionTag('v2'), versionTag('v2'))).toBe(false);
  });

  it('name a version, which is that of a question', () => {
    const version = versionOf('page 1', '7,8');
    expect(version).not.toBe(versionOf('page 2', '7,8'));
    expect(version).not.toBe(versionOf('page 1', '7,9'));
    const tag = etagOf('a', version);
    expect(tagOfVersion(`"x", W/${tag}`, version)).toBe(tag);
    expect(tagOfVersion(encodedTag(versionTag(version), 'br'), version)).toBe(`".${version}~br"`);
    expect(tagOfVersion(tag, versionOf('page 1', '7,9'))).toBeUndefined();
    expect(tagOfVersion('*', version)).toBeUndefined();
  });
});
