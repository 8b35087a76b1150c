import { sql } from '../../support/client';
import { unique } from '../../support/factory';
import { sendJson } from '../../support/send-json';
import { credentialsOf } from '../../support/service';
import { asPanel, enterPanel, PANEL, person, rolesOf, setUpSso, signIn, uniqueName } from '../../support/sso';

const sso = setUpSso();

const enter = (name: string, claims: Record<string, unknown> = {}) => enterPanel(sso, name, claims);

const makePanelUser = async (values: Record<string, unknown>): Promise<number> => {
  const fields = { firstname: 'Rui', is_active: true, blocked: false, document_id: unique('d'), ...values };
  const columns = Object.keys(fields);
  const [row] = await sql(
    `insert into admin_users (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
    Object.values(fields),
  );
  return row?.id as number;
};

describe('signing in to the panel', () => {
  it('makes an account with the role of the claim, and begins a session as the panel does', async () => {
    const name = uniqueName();
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
    // Nobody knows its password.
    expect(await sql('select password from admin_users where email = $1', [`${name}@newsroom.example`])).toEqual([
      { password: null },
    ]);
  });

  it('makes no name of an address', async () => {
    const name = uniqueName();
    await enter(name, { given_name: undefined, name: `${name}@newsroom.example`, family_name: undefined });
    expect(
      await sql('select firstname, lastname from admin_users where email = $1', [`${name}@newsroom.example`]),
    ).toEqual([{ firstname: name, lastname: null }]);
    const unverified = uniqueName();
    expect((await enter(unverified, { email_verified: undefined })).seen.text).toContain('EMAIL_UNVERIFIED');
  });

  it('leads on to the page that was asked for, and nowhere else', async () => {
    const name = uniqueName();
    await sso.provider.configure('people', person(name));
    const seen = await signIn(sso, name, `${PANEL}?to=/content-manager?page=2`);
    expect(seen.text).toContain('data-to="/admin/content-manager?page=2"');
    const other = await signIn(sso, name, `${PANEL}?to=https://evil.example/`);
    expect(other.text).toContain('data-to="/admin/"');
  });

  it('gives the roles that the claim has now, to the same account, whatever its address', async () => {
    const name = uniqueName();
    await enter(name);
    await enter(name, { realm_access: { roles: ['readers', 'admins', 'other'] }, email: `${name}@other.example` });
    expect(await rolesOf(`${name}@newsroom.example`)).toEqual(['rostra-reviewer', 'strapi-super-admin']);
    expect(await rolesOf(`${name}@other.example`)).toEqual([]);
    await enter(name);
    expect(await rolesOf(`${name}@newsroom.example`)).toEqual(['strapi-editor']);
  });

  it('is refused without a role, on a page in both languages', async () => {
    const { seen, who } = await enter(uniqueName(), { realm_access: { roles: ['other'] } });
    expect(seen.status).toBe(403);
    expect(seen.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(seen.text).toContain('沒有任何角色');
    expect(seen.text).toContain('no role here');
    expect(seen.text).toContain('NO_ROLE');
    expect(who.cookies(sso.url)).toEqual({});
  });

  it('takes over an account by its verified address only', async () => {
    const name = uniqueName();
    const email = `${name}@newsroom.example`;
    await makePanelUser({ email });
    expect((await enter(name, { email_verified: undefined })).seen.text).toContain('EMAIL_UNVERIFIED');
    expect((await enter(name, { email_verified: false })).seen.text).toContain('EMAIL_UNVERIFIED');
    expect(await rolesOf(email)).toEqual([]);
    expect((await enter(name)).seen.status).toBe(200);
    expect(await rolesOf(email)).toEqual(['strapi-editor']);
    const [row] = await sql('select count(*)::int as count from admin_users where email = $1', [email]);
    expect(row).toEqual({ count: 1 });
    // Somebody else has the address now, but not the account.
    const { seen } = await enter(uniqueName(), { email });
    expect([seen.status, seen.text.includes('TAKEN')]).toEqual([409, true]);
  });

  it('admits invited people, not blocked or inactive ones', async () => {
    const [invited, blocked, inactive] = [uniqueName(), uniqueName(), uniqueName()];
    await makePanelUser({ email: `${invited}@newsroom.example`, is_active: false, registration_token: 'invited' });
    await makePanelUser({ email: `${blocked}@newsroom.example`, blocked: true });
    await makePanelUser({ email: `${inactive}@newsroom.example`, is_active: false });
    expect((await enter(invited)).seen.status).toBe(200);
    expect((await enter(blocked)).seen.text).toContain('BLOCKED');
    expect((await enter(inactive)).seen.text).toContain('BLOCKED');
  });

  it('takes the last Super Admin from nobody', async () => {
    const name = uniqueName();
    await enter(name, { realm_access: { roles: ['admins'] } });
    // The other administrators are inactive.
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
    const name = uniqueName();
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
    const name = uniqueName();
    const email = `${name}@newsroom.example`;
    const [like] = await sql("select password from admin_users where email = 'editor@rostra.local'");
    const id = await makePanelUser({ email, password: like?.password, reset_password_token: name });
    const { panelEditor } = await credentialsOf(sso.open.dataDir);
    const logIn = () => sendJson(`${sso.url}/admin/login`, { email, password: panelEditor.password });
    const before = (await (await logIn()).json()) as { data: { token: string } };
    const me = async () =>
      (await fetch(`${sso.url}/admin/users/me`, { headers: { authorization: `Bearer ${before.data.token}` } })).status;
    expect(await me()).toBe(200);
    const { who } = await enter(name);
    expect([(await logIn()).status, await me()]).toEqual([400, 401]);
    expect(await sql('select reset_password_token from admin_users where id = $1', [id])).toEqual([
      { reset_password_token: null },
    ]);
    // Only once: a password that is set later stays, and so does the session.
    const stored = () => sql('select password from admin_users where id = $1', [id]);
    const ended = await stored();
    await enter(name);
    expect(await stored()).toEqual(ended);
    expect(await asPanel(sso.url, who, '/admin/users/me')).toMatchObject({ status: 200 });
  });

  it('makes one account of sign-ins at the same time', async () => {
    const name = uniqueName();
    await sso.provider.configure('people', person(name));
    const seen = await Promise.all(Array.from({ length: 4 }, () => signIn(sso, name, PANEL)));
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [row] = await sql('select count(*)::int as count from admin_users where email = $1', [
      `${name}@newsroom.example`,
    ]);
    expect(row).toEqual({ count: 1 });
  });
});
