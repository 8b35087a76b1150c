import { sql } from '../support/client';
import { unique } from '../support/factory';
import { startProvider } from '../support/identity-provider';
import { credentialsOf } from '../support/service';
import {
  addresses,
  asPanel,
  forgetSignIns,
  person,
  type SsoServices,
  signIn,
  startSso,
  startWith,
  untilCallback,
} from '../support/sso';
import { visitor } from '../support/visitor';

let sso: SsoServices;

beforeAll(async () => {
  sso = await startSso();
});
afterAll(() => sso?.stop());
beforeEach(forgetSignIns);

const PANEL = '/sso/panel';

const someone = () => unique('p').replaceAll(/[^a-z0-9]/g, '');

/** Makes somebody known to the provider and signs them in to the panel. */
async function enter(name: string, claims: Record<string, unknown> = {}, who = visitor()) {
  await sso.provider.tell('people', person(name, claims));
  const seen = await signIn(sso, name, PANEL, who);
  return { seen, who };
}

const rolesOf = async (email: string): Promise<unknown[]> =>
  (
    await sql(
      `select r.code from admin_users u join admin_users_roles_lnk l on l.user_id = u.id join admin_roles r on r.id = l.role_id
       where u.email = $1 order by r.code`,
      [email],
    )
  ).map(({ code }) => code);

const makePanelUser = async (values: Record<string, unknown>): Promise<number> => {
  const given = { firstname: 'Rui', is_active: true, blocked: false, document_id: unique('d'), ...values };
  const columns = Object.keys(given);
  const [row] = await sql(
    `insert into admin_users (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
    Object.values(given),
  );
  return row?.id as number;
};

describe('signing in to the panel', () => {
  it('makes an account with the role of the claim, and begins a session as the panel does', async () => {
    const name = someone();
    const { seen, who } = await enter(name);
    expect(seen.status).toBe(200);
    expect(seen.text).toContain('data-to="/admin/"');
    const me = await asPanel(sso.url, who, '/admin/users/me');
    expect(me).toMatchObject({
      status: 200,
      body: {
        data: {
          email: `${name}@newsroom.example`,
          firstname: 'Mei',
          lastname: 'Chen',
          roles: [{ code: 'strapi-editor' }],
        },
      },
    });
    const { strapi_admin_refresh: refresh, jwtToken } = who.cookies(sso.url);
    expect(refresh).toMatch(/; path=\/admin; samesite=lax; httponly$/i);
    expect(jwtToken).toMatch(/; path=\/admin; samesite=lax$/i);
    expect(await asPanel(sso.url, who, '/admin/access-token', 'POST')).toMatchObject({ status: 200 });
    // Nobody knows a password of it.
    expect(await sql('select password from admin_users where email = $1', [`${name}@newsroom.example`])).toEqual([
      { password: null },
    ]);
  });

  it('leads on to the page that was asked for, and nowhere else', async () => {
    const name = someone();
    await sso.provider.tell('people', person(name));
    const seen = await signIn(sso, name, `${PANEL}?to=/content-manager?page=2`);
    expect(seen.text).toContain('data-to="/admin/content-manager?page=2"');
    const other = await signIn(sso, name, `${PANEL}?to=https://evil.example/`);
    expect(other.text).toContain('data-to="/admin/"');
  });

  it('gives the roles that the claim has now, to the same account, whatever its address', async () => {
    const name = someone();
    await enter(name);
    await enter(name, { realm_access: { roles: ['readers', 'admins', 'other'] }, email: `${name}@other.example` });
    expect(await rolesOf(`${name}@newsroom.example`)).toEqual(['rostra-reviewer', 'strapi-super-admin']);
    expect(await rolesOf(`${name}@other.example`)).toEqual([]);
    await enter(name);
    expect(await rolesOf(`${name}@newsroom.example`)).toEqual(['strapi-editor']);
  });

  it('is refused without a role, on a page in both languages', async () => {
    const { seen, who } = await enter(someone(), { realm_access: { roles: ['other'] } });
    expect(seen.status).toBe(403);
    expect(seen.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(seen.text).toContain('沒有任何角色');
    expect(seen.text).toContain('no role here');
    expect(seen.text).toContain('NO_ROLE');
    expect(who.cookies(sso.url)).toEqual({});
  });

  it('takes over an account by its verified address only', async () => {
    const name = someone();
    const email = `${name}@newsroom.example`;
    await makePanelUser({ email });
    expect((await enter(name, { email_verified: undefined })).seen.text).toContain('EMAIL_UNVERIFIED');
    expect((await enter(name, { email_verified: false })).seen.text).toContain('EMAIL_UNVERIFIED');
    expect(await rolesOf(email)).toEqual([]);
    expect((await enter(name)).seen.status).toBe(200);
    expect(await rolesOf(email)).toEqual(['strapi-editor']);
    const [row] = await sql('select count(*)::int as count from admin_users where email = $1', [email]);
    expect(row).toEqual({ count: 1 });
    // The address has gone to somebody else: the account has not.
    const { seen } = await enter(someone(), { email });
    expect([seen.status, seen.text.includes('TAKEN')]).toEqual([409, true]);
  });

  it('lets in who was invited, not who was blocked or made inactive', async () => {
    const [invited, blocked, inactive] = [someone(), someone(), someone()];
    await makePanelUser({ email: `${invited}@newsroom.example`, is_active: false, registration_token: 'invited' });
    await makePanelUser({ email: `${blocked}@newsroom.example`, blocked: true });
    await makePanelUser({ email: `${inactive}@newsroom.example`, is_active: false });
    expect((await enter(invited)).seen.status).toBe(200);
    expect((await enter(blocked)).seen.text).toContain('BLOCKED');
    expect((await enter(inactive)).seen.text).toContain('BLOCKED');
  });

  it('takes the last Super Admin from nobody', async () => {
    const name = someone();
    await enter(name, { realm_access: { roles: ['admins'] } });
    // The others are away.
    await sql("update admin_users set is_active = false where email = 'admin@rostra.local'");
    try {
      expect((await enter(name)).seen.status).toBe(200);
      expect(await rolesOf(`${name}@newsroom.example`)).toEqual(['strapi-editor', 'strapi-super-admin']);
    } finally {
      await sql("update admin_users set is_active = true where email = 'admin@rostra.local'");
    }
    await enter(name);
    expect(await rolesOf(`${name}@newsroom.example`)).toEqual(['strapi-editor']);
  });

  it.each([
    ['keeps the last one while the other is blocked', true, ['strapi-editor', 'strapi-super-admin']],
    ['takes it where the other was never said to be blocked', null, ['strapi-editor']],
  ])('%s, as a Super Admin', async (_, isBlocked, roles) => {
    const name = someone();
    await enter(name, { realm_access: { roles: ['admins'] } });
    await sql("update admin_users set blocked = $1 where email = 'admin@rostra.local'", [isBlocked]);
    try {
      expect((await enter(name)).seen.status).toBe(200);
      expect(await rolesOf(`${name}@newsroom.example`)).toEqual(roles);
    } finally {
      await sql("update admin_users set blocked = false where email = 'admin@rostra.local'");
    }
    await enter(name);
  });

  it('ends the password and the sessions that an account had before it was linked', async () => {
    const name = someone();
    const email = `${name}@newsroom.example`;
    const [like] = await sql("select password from admin_users where email = 'editor@rostra.local'");
    const id = await makePanelUser({ email, password: like?.password, reset_password_token: name });
    const { panelEditor } = await credentialsOf(sso.open.dataDir);
    const logIn = () =>
      fetch(`${sso.url}/admin/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: panelEditor.password }),
      });
    const before = (await (await logIn()).json()) as { data: { token: string } };
    const me = async () =>
      (await fetch(`${sso.url}/admin/users/me`, { headers: { authorization: `Bearer ${before.data.token}` } })).status;
    expect(await me()).toBe(200);
    const { who } = await enter(name);
    expect([(await logIn()).status, await me()]).toEqual([400, 401]);
    expect(await sql('select reset_password_token from admin_users where id = $1', [id])).toEqual([
      { reset_password_token: null },
    ]);
    // Once only: a password that is set later stays, and so does the session.
    const stored = () => sql('select password from admin_users where id = $1', [id]);
    const ended = await stored();
    await enter(name);
    expect(await stored()).toEqual(ended);
    expect(await asPanel(sso.url, who, '/admin/users/me')).toMatchObject({ status: 200 });
  });

  it('makes one account of sign-ins at the same time', async () => {
    const name = someone();
    await sso.provider.tell('people', person(name));
    const seen = await Promise.all(Array.from({ length: 4 }, () => signIn(sso, name, PANEL)));
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [row] = await sql('select count(*)::int as count from admin_users where email = $1', [
      `${name}@newsroom.example`,
    ]);
    expect(row).toEqual({ count: 1 });
  });
});

describe('the answer of the provider', () => {
  const begun = async () => {
    const name = someone();
    await sso.provider.tell('people', person(name));
    return untilCallback(sso, name, PANEL);
  };

  it('counts once, in any process', async () => {
    const { who, callback } = await begun();
    const kept = who.cookies(sso.url);
    const inOther = new URL(callback.pathname + callback.search, sso.strict.url);
    const cookie = Object.values(kept)
      .map((each) => each.split(';')[0])
      .join('; ');
    const first = await fetch(inOther, { headers: { cookie }, redirect: 'manual' });
    expect(first.status).toBe(200);
    const again = await fetch(callback, { headers: { cookie }, redirect: 'manual' });
    expect(again.status).toBe(400);
    expect(await again.text()).toContain('EXPIRED');
    // The provider, which takes a code once, was not asked.
    expect(sso.open.log()).toContain('EXPIRED the state was used before');
  });

  it('counts in the browser that has asked for it only', async () => {
    const { callback } = await begun();
    expect(await visitor().go(callback)).toMatchObject({ status: 400 });
    const { who } = await begun();
    const mixed = await who.go(callback);
    expect(mixed.status).toBe(400);
    expect(who.cookies(sso.url).jwtToken).toBeUndefined();
  });

  it('counts with its own state only', async () => {
    const { who, callback } = await begun();
    const state = callback.searchParams.get('state') ?? '';
    callback.searchParams.set('state', `${state.slice(0, -1)}${state.endsWith('A') ? 'B' : 'A'}`);
    expect((await who.go(callback)).text).toContain('EXPIRED');
  });

  it('counts with its own issuer and code only', async () => {
    const forged = await begun();
    forged.callback.searchParams.set('iss', 'https://evil.example');
    expect(await forged.who.go(forged.callback)).toMatchObject({ status: 503 });
    const [mine, theirs] = [await begun(), await begun()];
    mine.callback.searchParams.set('code', theirs.callback.searchParams.get('code') ?? '');
    const seen = await mine.who.go(mine.callback);
    expect(seen.status).toBe(400);
    expect(mine.who.cookies(sso.url).jwtToken).toBeUndefined();
  });

  it('may be no', async () => {
    await sso.provider.tell('people', person(someone()));
    const who = visitor();
    const form = await who.go(`${sso.url}${PANEL}`);
    const seen = await who.go(`${form.url}/abort`);
    expect([seen.status, seen.text.includes('DENIED')]).toEqual([403, true]);
    expect(seen.text).toContain('href="/sso/panel"');
  });

  it('may come from a clock that is wrong', async () => {
    await sso.provider.tell('clock', -7200);
    try {
      const { seen } = await enter(someone());
      expect([seen.status, seen.text.includes('CLOCKS_DIFFER')]).toEqual([503, true]);
    } finally {
      await sso.provider.tell('clock', 0);
    }
  });

  it('may be that our secret is wrong, which the log tells, and no secret', async () => {
    await sso.provider.tell('secret', 'another secret');
    try {
      const { seen } = await enter(someone());
      expect([seen.status, seen.text.includes('PROVIDER_FAULT')]).toEqual([503, true]);
      const id = seen.text.match(/PROVIDER_FAULT ([\w-]+)</)?.[1];
      expect(sso.open.log()).toMatch(
        new RegExp(`${id} Single sign-on: PROVIDER_FAULT the provider does not accept OIDC_CLIENT_ID`),
      );
    } finally {
      await sso.provider.tell('secret', 'a secret of the tests');
    }
    expect(sso.open.log()).toContain('GET /sso/callback (');
    expect(sso.open.log()).not.toMatch(/[?&](code|state)=|eyJ|a secret of the tests/);
  });
});

describe('the doors', () => {
  it('keep what a browser brings back from the others, sealed', async () => {
    const who = visitor();
    await sso.provider.tell('people', {});
    await who.go(`${sso.url}${PANEL}`);
    const [cookie = ''] = Object.values(who.cookies(sso.url));
    expect(cookie).toMatch(/; path=\/sso; expires=[^;]+; samesite=lax; httponly$/i);
    expect(Buffer.from(cookie.split(/[=;]/)[1] ?? '', 'base64url').toString('latin1')).not.toMatch(/verifier|nonce/);
  });

  it('lead to the public address first', async () => {
    const answer = await fetch(`${sso.strict.url}${PANEL}?to=/me`, { redirect: 'manual' });
    expect(answer.headers.get('location')).toBe(`${sso.url}/sso/panel?to=%2Fme&moved=`);
  });

  it('say what is there, and answer in our shape', async () => {
    const ask = async (url: string, path: string, method = 'GET') => {
      const answer = await fetch(`${url}${path}`, { method });
      return { status: answer.status, body: await answer.json() };
    };
    expect(await ask(sso.open.url, '/sso')).toEqual({ status: 200, body: { panel: true, api: true, only: false } });
    expect(await ask(sso.strict.url, '/sso')).toEqual({ status: 200, body: { panel: true, api: true, only: true } });
    expect(await ask(sso.url, '/sso/nothing')).toEqual({
      status: 404,
      body: { statusCode: 404, message: 'NOT_FOUND' },
    });
    expect(await ask(sso.url, PANEL, 'POST')).toMatchObject({ status: 405, body: { message: 'METHOD_NOT_ALLOWED' } });
  });

  it('are counted', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 31; time += 1) statuses.push((await fetch(`${sso.url}/sso/callback`)).status);
    expect(statuses.slice(0, 30)).not.toContain(429);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('where passwords are refused', () => {
  const say = async (path: string, body: unknown) => {
    const answer = await fetch(`${sso.strict.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const password = 'A long passw0rd';

  it.each([
    ['/admin/login', { email: 'editor@rostra.local', password }],
    ['/ADMIN/login/', { email: 'editor@rostra.local', password }],
    ['/admin/forgot-password', { email: 'editor@rostra.local' }],
    ['/admin/register', { registrationToken: 'invited', userInfo: { firstname: 'A', password } }],
    ['/api/auth/local/register', { username: 'somebody', email: 'somebody@example.org', password }],
    ['/api/auth/forgot-password', { email: 'somebody@example.org' }],
    ['/api/auth/reset-password', { code: 'x', password, passwordConfirmation: password }],
  ])('%s says so', async (path, body) => {
    const { status, text } = await say(path, body);
    expect(status).toBe(403);
    expect(text).toContain('請改用單一登入');
    expect(text).toContain('use single sign-on');
  });

  it('the right password does not count either, in the panel and the API', async () => {
    const { panelEditor, editor } = await credentialsOf(sso.open.dataDir);
    expect(await say('/admin/login', { email: panelEditor.login, password: panelEditor.password })).toMatchObject({
      status: 403,
    });
    expect(await say('/api/auth/local', { identifier: editor.login, password: editor.password })).toMatchObject({
      status: 403,
    });
  });

  it('a token that resets a password counts for the local administrator only', async () => {
    const reset = async (email: string, resetPasswordToken: string) => {
      await sql(
        "update admin_users set reset_password_token = $2, reset_password_token_expires_at = now() at time zone 'UTC' + interval '1 hour' where email = $1",
        [email, resetPasswordToken],
      );
      return (await say('/admin/reset-password', { resetPasswordToken, password: 'short' })).status;
    };
    expect(await reset('editor@rostra.local', unique('token'))).toBe(403);
    // Only the new password is not good enough.
    expect(await reset('admin@rostra.local', unique('token'))).toBe(400);
  });

  it('the local administrator signs in with one, and not through the provider', async () => {
    const { admin } = await credentialsOf(sso.open.dataDir);
    const { status, text } = await say('/admin/login', { email: 'Admin@rostra.local', password: admin.password });
    expect([status, text.includes('"token"')]).toEqual([200, true]);
    const name = someone();
    await sso.provider.tell(
      'people',
      person(name, { email: 'admin@rostra.local', realm_access: { roles: ['readers'] } }),
    );
    const { who, callback } = await untilCallback(sso, name, PANEL);
    const cookie = Object.values(who.cookies(sso.url))
      .map((each) => each.split(';')[0])
      .join('; ');
    const seen = await fetch(new URL(callback.pathname + callback.search, sso.strict.url), { headers: { cookie } });
    expect([seen.status, (await seen.text()).includes('LOCAL_ADMIN')]).toEqual([403, true]);
    expect(await rolesOf('admin@rostra.local')).toEqual(['strapi-super-admin']);
  });
});

describe('a provider that is down when the service starts', () => {
  it('keeps nothing else from working, and is asked again', async () => {
    const [url, issuer] = await addresses();
    const service = await startWith(url, issuer);
    try {
      const ask = () => fetch(`${url}${PANEL}`, { redirect: 'manual' });
      const answer = await ask();
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(await answer.text()).toContain('PROVIDER_DOWN');
      const provider = await startProvider(issuer, `${url}/sso/callback`);
      try {
        expect((await ask()).status).toBe(302);
      } finally {
        await provider.stop();
      }
    } finally {
      await service.stop();
    }
  });
});
