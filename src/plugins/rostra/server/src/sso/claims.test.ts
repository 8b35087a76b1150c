import { claimAt, flagOf, mergeClaims, rolesFor, valuesOf } from './claims';

describe('a claim', () => {
  const claims = {
    roles: ['a', 'b'],
    realm_access: { roles: ['c'] },
    'https://example.org/roles': 'd',
    'a.b': 1,
    a: { b: 2 },
  };

  it.each([
    ['roles', ['a', 'b']],
    ['realm_access.roles', ['c']],
    ['https://example.org/roles', 'd'],
    ['a.b', 1],
    ['realm_access.groups', undefined],
    ['roles.length', undefined],
    ['toString', undefined],
    ['realm_access.constructor', undefined],
  ])('%s is found by its name or path', (path, value) => {
    expect(claimAt(claims, path)).toEqual(value);
  });

  it('holds one text, several, or none', () => {
    expect(valuesOf('editors')).toEqual(['editors']);
    expect(valuesOf(['editors', 7, null, 'admins'])).toEqual(['editors', 'admins']);
    expect(valuesOf({ editors: true })).toEqual([]);
    expect(valuesOf(undefined)).toEqual([]);
  });

  it('says yes, no, or nothing', () => {
    expect([true, 'true', false, 'false', undefined, 1, 'yes'].map(flagOf)).toEqual([
      true,
      true,
      false,
      false,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

it('values give their roles, each once, in the order of the settings', () => {
  const roles = [
    { value: 'admins', role: 'super-admin' },
    { value: 'editors', role: 'editor' },
    { value: 'interns', role: 'editor' },
  ];
  expect(rolesFor(['interns', 'editors', 'admins'], roles)).toEqual(['super-admin', 'editor']);
  expect(rolesFor(['Editors', 'edit'], roles)).toEqual([]);
});

describe('an address and whether it is verified', () => {
  const merged = (token: object, userInfo: object) => {
    const claims = mergeClaims(
      { sub: 'ann', name: 'of the token', ...token },
      { name: 'of the user info', ...userInfo },
    );
    return [claims.email, claims.email_verified, claims.name];
  };
  const verified = (email: string) => ({ email, email_verified: true });

  it.each([
    ['another address of the user info', { email: 'admin@a' }, verified('other@a'), ['admin@a', undefined]],
    ['the same address', { email: 'ann@a' }, verified('Ann@a'), ['ann@a', true]],
    ['no address of its own', {}, verified('ann@a'), ['ann@a', true]],
    ['a flag of its own without an address', { email_verified: true }, { email: 'ann@a' }, ['ann@a', undefined]],
    ['a flag of its own', { email: 'ann@a', email_verified: false }, verified('ann@a'), ['ann@a', false]],
  ])('come from one document: an ID token with %s', (_, token, userInfo, [email, isVerified]) => {
    expect(merged(token, userInfo)).toEqual([email, isVerified, 'of the token']);
  });
});
