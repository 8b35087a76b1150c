import { seal, unseal } from './seal';

const value = { state: 'abc', endsAt: 1 };

it('any of the secrets unseals a value, including an old one', () => {
  const sealed = seal(value, ['old']);
  expect(unseal(sealed, ['old'])).toEqual(value);
  expect(unseal(sealed, ['new', 'old'])).toEqual(value);
  expect(sealed).not.toContain(Buffer.from('abc').toString('base64url'));
});

it('nothing else is unsealed', () => {
  const sealed = seal(value, ['secret']);
  const changed = Buffer.from(sealed, 'base64url');
  changed[changed.length - 1] = (changed[changed.length - 1] ?? 0) ^ 1;
  expect(unseal(sealed, ['other'])).toBeUndefined();
  expect(unseal(changed.toString('base64url'), ['secret'])).toBeUndefined();
  expect(unseal(sealed.slice(0, -4), ['secret'])).toBeUndefined();
  expect(unseal('', ['secret'])).toBeUndefined();
  expect(unseal('x', ['secret'])).toBeUndefined();
});
