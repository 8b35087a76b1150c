import { testService } from '../support/client';
import { apiToken } from '../support/log-in';
import { accountOf, user } from '../support/user';

const NAME = 'command-lin';

describe('user', () => {
  it('creates, updates and lists accounts', async () => {
    const save = (role: string, password: string) => user('create', ...accountOf({ username: NAME, role, password }));
    const created = await save('citizen', 'long enough');
    expect([created.code, created.out]).toEqual([0, `Created the citizen "${NAME}" (${NAME}@example.org).\n`]);
    const updated = await save('editor', 'another one');
    expect([updated.code, updated.out]).toEqual([0, `Updated the editor "${NAME}" (${NAME}@example.org).\n`]);
    const { code, out, err } = await user('list');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const lines = out.split('\n').filter((line) => line.includes(`${NAME}@example.org`));
    expect(lines).toEqual([expect.stringContaining('editor')]);
    await apiToken(testService.url, { login: NAME, password: 'another one' });
  });

  it('refuses an account with faults, and names each', async () => {
    const { code, err } = await user(
      'create',
      ...accountOf({ username: 'x', role: 'king', email: 'no', password: 'short' }),
    );
    expect(code).toBe(2);
    for (const name of ['role', 'username', 'email', 'password']) expect(err).toContain(name);
  });
});
