import { type Citizen, register } from '../support/citizen';
import { send, sql } from '../support/client';
import { unique } from '../support/factory';
import { user } from '../support/user';

const PASSWORD = 'a long password';
const USER = '/content-manager/collection-types/plugin::users-permissions.user';

/** A citizen with a second log-in. */
interface SignedIn extends Citizen {
  refreshToken: string;
}

/** Registers a citizen and logs them in through the API. */
async function signIn(citizen: Citizen, password = PASSWORD): Promise<SignedIn> {
  const answer = await send('POST', '/api/auth/local', { identifier: citizen.handle, password }, { as: 'public' });
  if (answer.status !== 200) throw new Error(answer.text);
  return { ...citizen, authorization: `Bearer ${answer.body.jwt}`, refreshToken: answer.body.refreshToken };
}

/** Returns the statuses that a token gets at our paths and at one of Strapi's. */
async function statuses({ authorization, path }: Pick<Citizen, 'authorization' | 'path'>): Promise<number[]> {
  const answers = [
    await send('GET', path, undefined, { authorization }),
    await send('GET', '/api/users/me', undefined, { authorization }),
  ];
  return answers.map(({ status }) => status);
}

/** 403: the citizen is authenticated, but has no permission. */
const OPEN = [200, 403];
const ENDED = [401, 401];

const refreshed = async (refreshToken: string) =>
  (await send('POST', '/api/auth/refresh', { refreshToken }, { as: 'public' })).status;

describe('a password that changes', () => {
  it('ends every session of the account, with its tokens, and no other one', async () => {
    const [citizen, other] = [await register(), await register()];
    const more = await signIn(citizen);
    expect([await statuses(citizen), await statuses(more)]).toEqual([OPEN, OPEN]);
    const body = {
      currentPassword: PASSWORD,
      password: 'a longer password',
      passwordConfirmation: 'a longer password',
    };
    const changed = await send('POST', '/api/auth/change-password', body, citizen);
    expect(changed.status).toBe(200);
    expect([await statuses(citizen), await statuses(more), await statuses(other)]).toEqual([ENDED, ENDED, OPEN]);
    expect(await refreshed(more.refreshToken)).toBe(401);
    expect(await statuses({ ...citizen, authorization: `Bearer ${changed.body.jwt}` })).toEqual(OPEN);
  });

  const WAYS: Record<string, (citizen: Citizen) => Promise<number | null>> = {
    'by the command': async ({ handle, email }) => {
      const account = ['--role', 'citizen', '--username', handle, '--email', email, '--password', 'another password'];
      return (await user('create', ...account)).code;
    },
    'in the panel': async ({ account }) => {
      const [row] = await sql('select document_id from up_users where id = $1', [account]);
      const body = { password: 'another password' };
      return (await send('PUT', `${USER}/${row?.document_id}`, body, { as: 'admin' })).status;
    },
    'with the code of a mail': async ({ account }) => {
      const code = unique('code');
      await sql('update up_users set reset_password_token = $1 where id = $2', [code, account]);
      const body = { code, password: 'another password', passwordConfirmation: 'another password' };
      const { status, body: answered } = await send('POST', '/api/auth/reset-password', body, { as: 'public' });
      expect(answered.jwt).toEqual(expect.any(String));
      return status;
    },
    'in the database': async ({ account }) => {
      await sql("update up_users set password = 'another' where id = $1", [account]);
      return 0;
    },
  };

  it.each(Object.entries(WAYS))('%s ends them, too', async (_, change) => {
    const citizen = await register();
    expect(await statuses(citizen)).toEqual(OPEN);
    expect([0, 200]).toContain(await change(citizen));
    expect(await statuses(citizen)).toEqual(ENDED);
    expect(
      await sql("select 1 from strapi_sessions where user_id = $1 and origin = 'users-permissions'", [
        String(citizen.account),
      ]),
    ).toHaveLength(0 + (change === WAYS['with the code of a mail'] ? 1 : 0));
  });

  it('is not needed to end those of a blocked account: none can be refreshed', async () => {
    const citizen = await signIn(await register());
    await sql('update up_users set blocked = true where id = $1', [citizen.account]);
    expect(await refreshed(citizen.refreshToken)).toBe(401);
    await sql('update up_users set blocked = false where id = $1', [citizen.account]);
    expect(await refreshed(citizen.refreshToken)).toBe(401);
  });

  it('ends the code that was to reset it', async () => {
    const { account } = await register();
    await sql("update up_users set reset_password_token = 'code' || id where id = $1", [account]);
    await sql("update up_users set password = 'another' where id = $1", [account]);
    expect(await sql('select reset_password_token from up_users where id = $1', [account])).toEqual([
      { reset_password_token: null },
    ]);
  });

  it('does not happen on other changes of the account', async () => {
    const citizen = await register();
    await sql('update up_users set updated_at = now() where id = $1', [citizen.account]);
    expect(await statuses(citizen)).toEqual(OPEN);
  });
});

describe('a password of the panel that changes', () => {
  /** Logs in a panel user; returns the token and the refresh cookie. */
  async function logInPanelUser(rememberMe = false) {
    const email = `${unique('p')}@example.org`.replaceAll(/[^a-z0-9@.]/g, '');
    const [role] = await sql("select id from admin_roles where code = 'rostra-reviewer'");
    const asAdmin = { as: 'admin' } as const;
    const person = { firstname: 'Rui', lastname: 'Lin', email, roles: [role?.id] };
    const { id } = (await send('POST', '/admin/users', person, asAdmin)).body.data;
    await send('PUT', `/admin/users/${id}`, { password: 'A long passw0rd', isActive: true }, asAdmin);
    const answer = await send(
      'POST',
      '/admin/login',
      { email, password: 'A long passw0rd', rememberMe },
      { as: 'public' },
    );
    const cookie = answer.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    return { id: Number(id), authorization: `Bearer ${answer.body.data.token}`, cookie };
  }

  const me = async ({ authorization, cookie }: Awaited<ReturnType<typeof logInPanelUser>>) => [
    (await send('GET', '/admin/users/me', undefined, { authorization })).status,
    (await send('POST', '/admin/access-token', undefined, { as: 'public', headers: { cookie } })).status,
  ];

  it.each([
    [
      'by themselves',
      ({ authorization }: Awaited<ReturnType<typeof logInPanelUser>>) =>
        send(
          'PUT',
          '/admin/users/me',
          { currentPassword: 'A long passw0rd', password: 'An0ther one' },
          { authorization },
        ),
    ],
    [
      'by an administrator',
      ({ id }: Awaited<ReturnType<typeof logInPanelUser>>) =>
        send('PUT', `/admin/users/${id}`, { password: 'An0ther one' }, { as: 'admin' }),
    ],
    [
      'in the database',
      ({ id }: Awaited<ReturnType<typeof logInPanelUser>>) =>
        sql("update admin_users set password = 'x' where id = $1", [id]),
    ],
  ])('%s ends their sessions', async (_, change) => {
    const person = await logInPanelUser();
    expect(await me(person)).toEqual([200, 200]);
    await change(person);
    expect(await me(person)).toEqual([401, 401]);
  });

  it('by themselves begins a new session for who has changed it, and for nobody else', async () => {
    const person = await logInPanelUser();
    const changed = async (currentPassword: string) => {
      const change = { currentPassword, password: 'An0ther one' };
      const { status, headers } = await send('PUT', '/admin/users/me', change, person);
      return { status, cookies: headers.getSetCookie().map((each) => each.split(';')[0] ?? '') };
    };
    expect(await changed('A wrong passw0rd')).toEqual({ status: 400, cookies: [] });
    const { status, cookies } = await changed('A long passw0rd');
    const token = /^jwtToken=(.*)$/m.exec(cookies.join('\n'))?.[1];
    expect([status, await me({ ...person, authorization: `Bearer ${token}`, cookie: cookies.join('; ') })]).toEqual([
      200,
      [200, 200],
    ]);
    const renamed = await send('PUT', '/admin/users/me', { firstname: 'Ru' }, { authorization: `Bearer ${token}` });
    expect([renamed.status, renamed.headers.getSetCookie()]).toEqual([200, []]);
    const byAdmin = await send('PUT', `/admin/users/${person.id}`, { password: 'A th1rd one' }, { as: 'admin' });
    expect([byAdmin.status, byAdmin.headers.getSetCookie()]).toEqual([200, []]);
  });

  it.each([
    [true, 'refresh'],
    [false, 'session'],
  ])('by themselves is remembered by the browser as before: %s', async (rememberMe, type) => {
    const { id, authorization } = await logInPanelUser(rememberMe);
    const change = { currentPassword: 'A long passw0rd', password: 'An0ther one' };
    const { headers } = await send('PUT', '/admin/users/me', change, { authorization });
    expect(await sql("select type from strapi_sessions where user_id = $1 and origin = 'admin'", [String(id)])).toEqual(
      [{ type }],
    );
    expect(headers.getSetCookie().filter((each) => /expires=/i.test(each)).length > 0).toBe(rememberMe);
  });

  it('by themselves is changed even if no session can begin', async () => {
    const person = await logInPanelUser();
    const change = { currentPassword: 'A long passw0rd', password: 'An0ther one' };
    await sql('alter table strapi_sessions add constraint full_disk check (id < 0) not valid');
    const changed = await send('PUT', '/admin/users/me', change, person).finally(() =>
      sql('alter table strapi_sessions drop constraint full_disk'),
    );
    expect([changed.status, changed.headers.getSetCookie()]).toEqual([200, []]);
    expect(await me(person)).toEqual([401, 401]);
  });
});

describe('signing out', () => {
  it('ends the token of that session, and no other one', async () => {
    const citizen = await register();
    const more = await signIn(citizen);
    expect((await send('POST', '/api/auth/logout', {}, more)).status).toBe(200);
    expect([await statuses(more), await statuses(citizen)]).toEqual([ENDED, OPEN]);
    expect(await refreshed(more.refreshToken)).toBe(401);
  });

  it('ends the sessions that it was renewed from and into', async () => {
    const first = await signIn(await register());
    const renewed = await send('POST', '/api/auth/refresh', { refreshToken: first.refreshToken }, { as: 'public' });
    const second = { ...first, authorization: `Bearer ${renewed.body.jwt}` };
    expect([await statuses(first), await statuses(second)]).toEqual([OPEN, OPEN]);
    expect((await send('POST', '/api/auth/logout', {}, second)).status).toBe(200);
    expect([await statuses(first), await statuses(second)]).toEqual([ENDED, ENDED]);

    const again = await signIn(first);
    const next = await send('POST', '/api/auth/refresh', { refreshToken: again.refreshToken }, { as: 'public' });
    expect((await send('POST', '/api/auth/logout', {}, again)).status).toBe(200);
    expect(await statuses({ ...again, authorization: `Bearer ${next.body.jwt}` })).toEqual(ENDED);
    expect(await refreshed(next.body.refreshToken)).toBe(401);
  });

  it('requires a log-in', async () => {
    expect((await send('POST', '/api/auth/logout', {}, { as: 'public' })).status).toBe(403);
    expect((await send('POST', '/api/auth/change-password', {}, { as: 'public' })).status).toBe(403);
  });
});

describe('a session', () => {
  it('ends with its account', async () => {
    const citizen = await register();
    await sql('delete from up_users where id = $1', [citizen.account]);
    expect(
      await sql('select 1 from strapi_sessions where user_id = $1 and origin = $2', [
        String(citizen.account),
        'users-permissions',
      ]),
    ).toEqual([]);
    expect(await statuses(citizen)).toEqual(ENDED);
  });

  it('that has gone by leaves the one that it was renewed into', async () => {
    const first = await signIn(await register());
    const renewed = await send('POST', '/api/auth/refresh', { refreshToken: first.refreshToken }, { as: 'public' });
    const [old] = await sql("select session_id from strapi_sessions where user_id = $1 and status = 'rotated'", [
      String(first.account),
    ]);
    await sql("update strapi_sessions set expires_at = now() - interval '1 day' where session_id = $1", [
      old?.session_id,
    ]);
    expect(await statuses(first)).toEqual(ENDED);
    expect(await sql('select 1 from strapi_sessions where session_id = $1', [old?.session_id])).toEqual([]);
    expect(await statuses({ ...first, authorization: `Bearer ${renewed.body.jwt}` })).toEqual(OPEN);
  });
});
