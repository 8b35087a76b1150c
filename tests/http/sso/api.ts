import { sql } from '../../support/client';
import { unique } from '../../support/factory';
import { sendJson } from '../../support/send-json';
import { CONSOLE, consoleStart, exchange, person, setUpSso, signIn, uniqueName } from '../../support/sso';

const sso = setUpSso();

/** Adds a person to the provider and signs them in for a console. Returns where they are redirected, and the verifier. */
async function enter(name: string, claims: Record<string, unknown> = {}) {
  await sso.provider.configure('people', person(name, claims));
  const { verifier, path } = consoleStart();
  const seen = await signIn(sso, name, path);
  return { seen, verifier, code: seen.url.searchParams.get('code') ?? '' };
}

/** Signs a person in and exchanges the code. */
async function session(name: string, claims: Record<string, unknown> = {}) {
  const { code, verifier } = await enter(name, claims);
  const { status, body } = await exchange(sso.url, { code, code_verifier: verifier });
  expect(status).toBe(200);
  return body;
}

const ask = async (path: string, jwt: string): Promise<number> =>
  (await fetch(`${sso.url}${path}`, { headers: { authorization: `Bearer ${jwt}` } })).status;

const BILLS = '/console/lab/rs_bills';

const post = (path: string, body: unknown) => sendJson(`${sso.url}${path}`, body);

describe('signing in to the API', () => {
  it('redirects to the console with a code, which is exchanged for the answer of a log-in', async () => {
    const name = uniqueName();
    const { seen, verifier, code } = await enter(name);
    expect(seen.status).toBe(302);
    expect(`${seen.url.origin}${seen.url.pathname}`).toBe(`${CONSOLE}/signed-in`);
    expect([...seen.url.searchParams.keys()]).toEqual(['code']);
    expect(code).toMatch(/^[\w-]{43}$/);
    const { status, headers, body } = await exchange(sso.strict.url, { code, code_verifier: verifier });
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toMatch(/^(\*|https:\/\/console\.example)$/);
    expect(body.user).toMatchObject({ username: name, email: `${name}@newsroom.example` });
    expect(body.user).not.toHaveProperty('password');
    expect(await ask(BILLS, body.jwt)).toBe(200);
    const refreshed = await post('/api/auth/refresh', { refreshToken: body.refreshToken });
    expect(refreshed.status).toBe(200);
    // Like every account, it has a first address.
    expect(await ask(`/citizen/${name}/emails`, body.jwt)).toBe(200);
  });

  it('gives the role that the claim has now, to the same account', async () => {
    const name = uniqueName();
    const editor = await session(name, { realm_access: { roles: ['people', 'editors'] } });
    const citizen = await session(name, { realm_access: { roles: ['people'] }, email: `${name}@other.example` });
    expect(citizen.user).toMatchObject({ id: editor.user.id, email: `${name}@newsroom.example` });
    // The first session gets the new permissions as well.
    expect(await ask(BILLS, editor.jwt)).toBe(403);
    expect(await ask(BILLS, citizen.jwt)).toBe(403);
    expect(await ask(`/citizen/${name}/emails`, citizen.jwt)).toBe(200);
  });

  it('is refused without a role, to blocked people, and without a verified address', async () => {
    const name = uniqueName();
    expect((await enter(name, { realm_access: {} })).seen.text).toContain('NO_ROLE');
    const { user } = await session(name);
    const { code, verifier } = await enter(name);
    await sql('update up_users set blocked = true where id = $1', [user.id]);
    const { seen } = await enter(name);
    expect([seen.status, seen.text.includes('BLOCKED'), seen.text.includes('停用')]).toEqual([403, true, true]);
    // Blocked between the redirect and the exchange of the code.
    expect(await exchange(sso.url, { code, code_verifier: verifier })).toMatchObject({ status: 401 });
    for (const claims of [{ email: undefined }, { email_verified: undefined }, { email_verified: false }])
      expect((await enter(uniqueName(), claims)).seen.text).toContain('EMAIL_UNVERIFIED');
    const nul = (await enter(uniqueName(), { family_name: 'Chen\0' })).seen;
    expect([nul.status, nul.text.includes('INVALID_IDENTITY')]).toEqual([403, true]);
  });

  it('takes over an account with the same address, and ends the password that somebody gave it', async () => {
    const name = uniqueName();
    const email = `${name}@newsroom.example`;
    const account = { username: unique('early'), email, password: 'a long password' };
    const registered = (await (await post('/api/auth/local/register', account)).json()) as {
      user: { id: number };
      refreshToken: string;
    };
    // An address becomes the log-in e-mail once it is verified; until then the account is not found by it.
    await sql('update up_users set email = $1 where id = $2', [email, registered.user.id]);
    expect((await enter(name, { email_verified: undefined })).seen.text).toContain('EMAIL_UNVERIFIED');
    const { user } = await session(name);
    expect(user.id).toBe(registered.user.id);
    expect((await post('/api/auth/local', { identifier: email, password: account.password })).status).toBe(400);
    expect((await post('/api/auth/refresh', { refreshToken: registered.refreshToken })).status).toBe(401);
    // Somebody else has the address now, but not the account.
    expect((await enter(uniqueName(), { email })).seen.text).toContain('TAKEN');
  });

  it('leaves an account alone that only claims the address', async () => {
    const name = uniqueName();
    const account = { username: unique('claims'), email: `${name}@newsroom.example`, password: 'a long password' };
    const claims = (await (await post('/api/auth/local/register', account)).json()) as { user: { id: number } };
    const { user } = await session(name);
    expect(user.id).not.toBe(claims.user.id);
    expect(user.email).toBe(account.email);
  });

  it('finds a user name where there are others of it', async () => {
    const name = uniqueName();
    const first = await session(name, { preferred_username: `${name} 陳@newsroom.example` });
    const second = await session(uniqueName(), { preferred_username: `${name} 陳` });
    const third = await session(uniqueName(), { preferred_username: undefined });
    expect(first.user.username).toBe(`${name}-陳`);
    expect(second.user.username).toBe(`${name}-陳-2`);
    expect(third.user.email).toMatch(new RegExp(`^${third.user.username}@`));
  });
});

describe('the code', () => {
  it('counts once', async () => {
    const { code, verifier } = await enter(uniqueName());
    const body = { code, code_verifier: verifier };
    const answers = await Promise.all([
      exchange(sso.url, body),
      exchange(sso.strict.url, body),
      exchange(sso.url, body),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it('counts with its verifier, and is ended by another one', async () => {
    const { code, verifier } = await enter(uniqueName());
    const wrong = await exchange(sso.url, { code, code_verifier: consoleStart().verifier });
    expect(wrong).toMatchObject({ status: 401, body: { statusCode: 401, message: 'UNAUTHENTICATED' } });
    expect(await exchange(sso.url, { code, code_verifier: verifier })).toMatchObject({ status: 401 });
  });

  it('counts for a minute', async () => {
    const { code, verifier } = await enter(uniqueName());
    await sql("update rostra_sso_once set ends = ends - interval '61 seconds' where account is not null");
    expect(await exchange(sso.url, { code, code_verifier: verifier })).toMatchObject({ status: 401 });
  });

  it('is kept as a hash', async () => {
    const { code } = await enter(uniqueName());
    const rows = await sql('select key from rostra_sso_once where account is not null');
    expect(rows).not.toHaveLength(0);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('is asked for in our shape', async () => {
    expect(await exchange(sso.url, { code: 7 })).toMatchObject({
      status: 400,
      body: {
        message: 'INVALID_INPUT',
        errors: [
          { path: 'code', code: 'INVALID_TYPE' },
          { path: 'code_verifier', code: 'REQUIRED' },
        ],
      },
    });
  });

  it('may be asked for from the browser of a console', async () => {
    const answer = await fetch(`${sso.url}/sso/api/token`, {
      method: 'OPTIONS',
      headers: { origin: CONSOLE, 'access-control-request-method': 'POST' },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-headers')).toContain('content-type');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });
});

describe('the way back', () => {
  it.each([
    'https://evil.example/',
    'https://console.example.evil.example/',
    'https://console.example@evil.example/',
    '//console.example/signed-in',
    CONSOLE,
    `${CONSOLE}/redirect?to=https://evil.example`,
    `${CONSOLE}/signed-in?next=https://evil.example`,
    `${CONSOLE}/signed-in/other`,
    'javascript:alert(1)',
    '',
  ])('is not %s', async (returnTo) => {
    const answer = await fetch(`${sso.url}${consoleStart(returnTo).path}`, { redirect: 'manual' });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('INVALID_START');
    expect(answer.headers.get('location')).toBeNull();
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('needs a challenge', async () => {
    for (const query of [
      '',
      '&code_challenge=short',
      `&code_challenge=${'a'.repeat(43)}&code_challenge_method=plain`,
    ]) {
      const answer = await fetch(`${sso.url}/sso/api?return_to=${CONSOLE}/signed-in${query}`, { redirect: 'manual' });
      expect(answer.status).toBe(400);
    }
  });
});

it('identities go with their accounts', async () => {
  const name = uniqueName();
  const { user } = await session(name);
  const count = () => sql('select 1 from rostra_api_identities where subject = $1', [name]);
  expect(await count()).toHaveLength(1);
  await sql('delete from up_users where id = $1', [user.id]);
  expect(await count()).toHaveLength(0);
  expect((await session(name)).user.id).not.toBe(user.id);
});
