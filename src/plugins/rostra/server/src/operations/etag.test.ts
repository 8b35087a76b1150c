import { encodedTag, etagOf, namesTag, tagOfVersion, versionOf, versionTag } from './etag';

const [a, b] = [etagOf('a'), etagOf('b')];
const version = versionOf('page 1', '7,8');

describe('entity tags', () => {
  it('change with the text, and with the version', () => {
    expect(etagOf('a')).toBe(a);
    expect(a).not.toBe(b);
    expect(etagOf('法')).toMatch(/^"[\w-]+"$/);
    expect(etagOf('a', version)).not.toBe(etagOf('a', versionOf('page 1', '7,9')));
  });

  it('match within lists, weak or strong; * matches any', () => {
    expect(namesTag(`${a}, W/${b}`, b)).toBe(true);
    expect(namesTag('*', b)).toBe(true);
    expect(namesTag(a, b)).toBe(false);
    expect(namesTag('', b)).toBe(false);
  });

  it('match a text in any version and encoding', () => {
    const [old, now] = [etagOf('a', version), etagOf('a', versionOf('page 1', '7,9'))];
    expect(namesTag(old, now)).toBe(true);
    expect(namesTag(encodedTag(old, 'gzip'), a)).toBe(true);
    expect(namesTag(etagOf('b', version), now)).toBe(false);
    expect(namesTag(versionTag(version), now)).toBe(false);
    expect(namesTag(versionTag(version), versionTag(version))).toBe(false);
  });

  it('match a version, which belongs to one query', () => {
    expect(version).not.toBe(versionOf('page 2', '7,8'));
    expect(version).not.toBe(versionOf('page 1', '7,9'));
    const tag = etagOf('a', version);
    expect(tagOfVersion(`"x", W/${tag}`, version)).toBe(tag);
    expect(tagOfVersion(encodedTag(tag, 'gzip'), version)).toBe(encodedTag(tag, 'gzip'));
    expect(tagOfVersion(encodedTag(versionTag(version), 'br'), version)).toBe(`".${version}~br"`);
    expect(tagOfVersion(tag, versionOf('page 1', '7,9'))).toBeUndefined();
    expect(tagOfVersion('*', version)).toBeUndefined();
  });

  it('ignore entries in any other format', () => {
    const bare = (tag: string) => tag.replaceAll('"', '');
    for (const text of [bare(a), `"${bare(a)}`, `${bare(a)}"`, `"${bare(a)}~zip"`, `"${bare(a)}.x"`, `w/${a}`]) {
      expect([text, namesTag(text, a)]).toEqual([text, false]);
    }
    const own = bare(etagOf('a', version));
    for (const text of [own, `".${version}~zip"`, `"x.${version}~gzip"`, `"x ${own}"`, `"${own}~gzip~gzip"`]) {
      expect([text, tagOfVersion(text, version)]).toEqual([text, undefined]);
    }
  });
});
