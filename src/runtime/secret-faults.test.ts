import { faultsOfSecrets } from './secret-faults';

const good = (seed: string) => `${seed}Zk3vQ8sLx0TfWm5BnRc7YdGh2JpKa4u`;

describe('secrets for production', () => {
  it('are valid when they are long, random and distinct', () => {
    expect(
      faultsOfSecrets([
        ['JWT_SECRET', good('a1')],
        ['ENCRYPTION_KEY', good('b2')],
      ]),
    ).toEqual([]);
  });

  it('are refused when short, examples, easy to guess or repeated, all at once', () => {
    expect(
      faultsOfSecrets([
        ['APP_KEYS', 'short'],
        ['APP_KEYS', 'only-for-the-build'],
        ['API_TOKEN_SALT', 'tobemodified-tobemodified-tobemodified'],
        ['ADMIN_JWT_SECRET', 'a'.repeat(40)],
        ['TRANSFER_TOKEN_SALT', good('a1')],
        ['JWT_SECRET', good('a1')],
      ]),
    ).toEqual([
      'APP_KEYS: has 5 characters; it needs 32 or more',
      'APP_KEYS: is an example; generate your own',
      'API_TOKEN_SALT: is an example; generate your own',
      'ADMIN_JWT_SECRET: is easy to guess: it has few distinct characters',
      'JWT_SECRET: is the same as TRANSFER_TOKEN_SALT',
    ]);
  });
});
