import { sql } from '../../support/client';
import { unique } from '../../support/factory';
import { createPanelUserAs } from '../../support/panel-users';
import { sendJson } from '../../support/send-json';
import { credentialsOf } from '../../support/service';
import { cookieOf, PANEL, person, rolesOf, setUpSso, signInUntilCallback, uniqueName } from '../../support/sso';

const sso = setUpSso();

describe('where passwords are refused', () => {
  const say = async (path: string, body: unknown) => {
    const answer = await sendJson(`${sso.strict.url}${path}`, body);
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
    // Only the new password breaks the rules.
    expect(await reset('admin@rostra.local', unique('token'))).toBe(400);
  });

  it('who changes a password gets no session for it', async () => {
    const { authorization } = await createPanelUserAs('rostra-reviewer');
    const answer = await sendJson(
      `${sso.strict.url}/admin/users/me`,
      { currentPassword: password, password: 'An0ther one' },
      { method: 'PUT', headers: { authorization } },
    );
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
  });

  it('the local administrator signs in with one, and not through the provider', async () => {
    const { admin } = await credentialsOf(sso.open.dataDir);
    const { status, text } = await say('/admin/login', { email: 'Admin@rostra.local', password: admin.password });
    expect([status, text.includes('"token"')]).toEqual([200, true]);
    const name = uniqueName();
    await sso.provider.configure(
      'people',
      person(name, { email: 'admin@rostra.local', realm_access: { roles: ['readers'] } }),
    );
    const { who, callback } = await signInUntilCallback(sso, name, PANEL);
    const cookie = cookieOf(who, sso.url);
    const seen = await fetch(new URL(callback.pathname + callback.search, sso.strict.url), { headers: { cookie } });
    expect([seen.status, (await seen.text()).includes('LOCAL_ADMIN')]).toEqual([403, true]);
    expect(await rolesOf('admin@rostra.local')).toEqual(['strapi-super-admin']);
  });
});
