import { identityIn, verifiedEmail } from './identity';
import type { SsoOptions } from './options';

const options = { issuer: 'https://id.example', roleClaim: 'groups', trustsEmail: false } as SsoOptions;
const claims = { sub: 'ann', email: 'Ann@newsroom.example', groups: ['editors'] };
const byAddress = { ...options, roleClaim: 'email' };

it('an address gives roles only if it is verified', () => {
  expect(() => identityIn(claims, byAddress)).toThrow('EMAIL_UNVERIFIED');
  expect(identityIn(claims, { ...byAddress, trustsEmail: true }).values).toEqual(['Ann@newsroom.example']);
  expect(identityIn({ ...claims, email_verified: true }, byAddress).values).toEqual(['Ann@newsroom.example']);
  expect(identityIn(claims, options).values).toEqual(['editors']);
});

it('an account is created with a verified address only', () => {
  expect(() => verifiedEmail(identityIn(claims, options))).toThrow('EMAIL_UNVERIFIED');
  expect(verifiedEmail(identityIn({ ...claims, email_verified: 'true' }, options))).toBe('ann@newsroom.example');
  expect(() => verifiedEmail(identityIn({ sub: 'ann', email_verified: true }, options))).toThrow('EMAIL_UNVERIFIED');
});

it('an address is no name', () => {
  const { firstName, lastName } = identityIn(
    { ...claims, given_name: 'ann@a', name: 'Ann', family_name: 'ann@a' },
    options,
  );
  expect([firstName, lastName]).toEqual(['Ann', undefined]);
});

it.each([{ sub: 'a\0' }, { email: 'ann\0@newsroom.example' }, { groups: ['\ud800'] }])(
  'what cannot be stored is refused: %j',
  (fault) => expect(() => identityIn({ ...claims, ...fault }, options)).toThrow('INVALID_IDENTITY'),
);
