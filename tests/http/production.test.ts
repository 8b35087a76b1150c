import { freePort } from '../support/port';
import { changeFirstPassword, NEW_PASSWORD, production } from '../support/production';
import { credentialsOf, removeService, runCommand, type Service, startService } from '../support/service';

/** A service in production that logs everything; `transfer.test.ts` has its first start. */
describe('in production', () => {
  let service: Service;
  const settings = { ...production(), REGISTRATION: 'open' };

  beforeAll(async () => {
    service = await startService({ ...settings, LOG_LEVEL: 'silly' });
    const { editor, admin, panelEditor } = await credentialsOf(service.dataDir);
    keep(editor.password, admin.password, panelEditor.password);
  });

  afterAll(() => removeService(service));

  interface PanelAnswer {
    status: number;
    // biome-ignore lint/suspicious/noExplicitAny: the tests reach into answers freely
    body: any;
    cookies: string[];
  }

  async function ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<PanelAnswer> {
    const answer = await fetch(`${service.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      redirect: 'manual',
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    return {
      status: answer.status,
      body: isJson && text ? JSON.parse(text) : text,
      cookies: answer.headers.getSetCookie(),
    };
  }

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const said: string[] = [];
  const keep = (...secrets: string[]) => said.push(...secrets);

  it('lets the editor of the first start do nothing at the API but change the password', async () => {
    const { login: identifier, password } = (await credentialsOf(service.dataDir)).editor;
    const { body } = await ask('POST', '/api/auth/local', { identifier, password });
    keep(body.jwt, body.refreshToken);
    const mine = bearer(body.jwt);
    for (const path of ['/console/lab/rs_bills', '/c0ngress/zones', '/citizen/editor/emails'])
      expect([path, await ask('GET', path, undefined, mine)]).toMatchObject([
        path,
        { status: 403, body: { statusCode: 403, message: 'PASSWORD_CHANGE_REQUIRED' } },
      ]);
    expect((await ask('GET', '/api/users/me', undefined, mine)).body.error.message).toBe('PASSWORD_CHANGE_REQUIRED');
    const again = await ask('POST', '/api/auth/local', { identifier, password });
    expect((await ask('POST', '/api/auth/logout', {}, bearer(again.body.jwt))).status).toBe(200);
    const next = { currentPassword: password, password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD };
    const changed = await ask('POST', '/api/auth/change-password', next, mine);
    expect(changed.status).toBe(200);
    keep(changed.body.jwt, NEW_PASSWORD);
    expect((await ask('GET', '/console/lab/rs_bills', undefined, bearer(changed.body.jwt))).status).toBe(200);
  });

  it('lets nobody of the first start do anything in the panel but change the password', async () => {
    const { login: email, password } = (await credentialsOf(service.dataDir)).panelEditor;
    const signIn = async (secret: string) => {
      const { body, cookies } = await ask('POST', '/admin/login', { email, password: secret });
      keep(body.data.token, ...cookies.map((each) => (each.split(';')[0] ?? '').replace(/^[^=]*=/, '')));
      return bearer(body.data.token);
    };
    const first = await signIn(password);
    for (const path of [
      '/content-manager/content-types',
      '/upload/files',
      '/users-permissions/roles',
      '/admin/api-tokens',
    ])
      expect([path, await ask('GET', path, undefined, first)]).toMatchObject([
        path,
        { status: 403, body: { error: { message: 'PASSWORD_CHANGE_REQUIRED' } } },
      ]);
    for (const path of ['/admin/users/me', '/admin/users/me/permissions'])
      expect((await ask('GET', path, undefined, first)).status).toBe(200);
    const change = (to: string) => ask('PUT', '/admin/users/me', { currentPassword: password, password: to }, first);
    expect((await change(password)).status).toBe(400);
    const changed = await change(NEW_PASSWORD);
    expect(changed.status).toBe(200);
    keep(...changed.cookies.map((each) => (each.split(';')[0] ?? '').replace(/^[^=]*=/, '')));
    const second = await signIn(NEW_PASSWORD);
    expect((await ask('GET', '/content-manager/content-types', undefined, second)).status).toBe(200);
  });

  it('asks nothing of an account that somebody has made, by a command beside the service', async () => {
    const { code } = await runCommand(
      'user',
      ['create', '--role', 'citizen', '--username', 'ming', '--email', 'ming@example.org', '--password', NEW_PASSWORD],
      service.environment,
    );
    expect(code).toBe(0);
    const { body } = await ask('POST', '/api/auth/local', { identifier: 'ming', password: NEW_PASSWORD });
    expect((await ask('GET', '/citizen/ming/emails', undefined, bearer(body.jwt))).status).toBe(200);
  });

  it('takes five log-ins to one account of the panel in five minutes, whoever tries, and still those to others', async () => {
    const signIn = async (email: string) =>
      (await ask('POST', '/admin/login', { email, password: 'A-wr0ng-guess' })).status;
    const statuses: number[] = [];
    for (const email of ['guessed@example.org', ' GUESSED@example.org'])
      for (let each = 0; each < 3; each += 1) statuses.push(await signIn(email));
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect(await signIn('another@example.org')).toBe(400);
  });

  it('logs no password, token, cookie or code, at any level', async () => {
    const password = 'kept-from-every-log-7';
    const { body } = await ask('POST', '/api/auth/local/register', {
      username: 'hua',
      email: 'hua@example.org',
      password,
    });
    const codes = ['code-of-a-mail-1', 'token-in-a-query-2', 'token-of-an-address-3', 'code-of-the-panel-4'];
    await ask('GET', `/api/auth/reset-password?code=${codes[0]}`);
    await ask('GET', `/api/users/me?access_token=${codes[1]}&page=1`);
    await ask('GET', `/citizen/hua/emails/1/confirm_verification/${codes[2]}`);
    await ask('GET', `/api/citizen/hua/emails/1/confirm_verification/${codes[2]}`);
    await ask('GET', `/admin/registration-info?registrationToken=${codes[3]}`);
    await ask('GET', '/admin/users/me', undefined, {
      cookie: `jwtToken=${codes[1]}`,
      authorization: `Bearer ${codes[1]}`,
    });
    await ask('POST', '/api/auth/reset-password', { code: codes[0], password, passwordConfirmation: password });
    await ask('POST', '/api/auth/local', `{"identifier":"hua","password":"${password}" `);
    await ask('POST', '/console/lab/rs_tags', `{"password":"${password}"x`, bearer(body.jwt));
    await ask('POST', '/api/auth/forgot-password', { email: 'editor@rostra.local' });
    expect(service.log()).toContain('GET /api/users/me (');
    for (const secret of [password, body.jwt, body.refreshToken, ...codes, ...said])
      expect([secret, service.log().includes(secret)]).toEqual([secret, false]);
  });

  it('has no content-type builder, whoever asks; what an administrator took from a role stays away', async () => {
    const by = bearer(await changeFirstPassword(service.url, (await credentialsOf(service.dataDir)).admin));
    for (const path of ['content-types', 'components', 'schema', 'reserved-names'])
      expect((await ask('GET', `/content-type-builder/${path}`, undefined, by)).status).toBe(404);
    const known = (await ask('GET', '/admin/users/me/permissions', undefined, by)).body.data;
    expect(known.filter(({ action }: { action: string }) => action.includes('content-type-builder'))).toEqual([]);

    const roles = (await ask('GET', '/admin/roles', undefined, by)).body.data;
    const { id } = roles.find(({ code }: { code: string }) => code === 'strapi-editor');
    const permissions = async () => (await ask('GET', `/admin/roles/${id}/permissions`, undefined, by)).body.data;
    const before = await permissions();
    const remaining = before.filter(({ action, subject }: { action: string; subject: string }) =>
      subject === 'api::party.party' ? !action.endsWith('.delete') : true,
    );
    expect(remaining).toHaveLength(before.length - 1);
    const sent = remaining.map(
      ({ id: _, role: __, actionParameters: ___, ...permission }: Record<string, unknown>) => permission,
    );
    const set = await ask('PUT', `/admin/roles/${id}/permissions`, { permissions: sent }, by);
    expect([set.status, set.body.error]).toEqual([200, undefined]);
    await ask('PUT', `/admin/roles/${id}`, { name: '主編', description: '' }, by);

    // It logs the signal that stops it.
    await service.stop();
    expect(service.log()).toContain('Stopping: SIGTERM');
    service = await startService({ ...settings, DATA_DIR: service.dataDir });
    const names = (await ask('GET', '/admin/roles', undefined, by)).body.data.map(({ name }: { name: string }) => name);
    expect(names.sort()).toEqual(['Super Admin', '主編', '審閱 Reviewer']);
    expect(await permissions()).toHaveLength(before.length - 1);
  });
});

it('production refuses secrets that are short, known, guessed or the same, and names each', async () => {
  const secrets = production();
  const { code, err } = await runCommand('serve', [], {
    ...(process.env as Record<string, string>),
    ...secrets,
    DATA_DIR: '/tmp/rostra-never-made',
    PORT: String(await freePort()),
    APP_KEYS: 'short,only-for-the-build',
    API_TOKEN_SALT: 'toBeModified-toBeModified-toBeModified',
    ADMIN_JWT_SECRET: '0'.repeat(40),
    TRANSFER_TOKEN_SALT: secrets.JWT_SECRET ?? '',
    ENCRYPTION_KEY: '',
  });
  expect({ code, err }).toMatchObject({ code: 2 });
  for (const fault of [
    'ENCRYPTION_KEY: is missing',
    'APP_KEYS: has 5 characters',
    'APP_KEYS: is an example',
    'API_TOKEN_SALT: is an example',
    'ADMIN_JWT_SECRET: is easy to guess',
    'JWT_SECRET: is the same as TRANSFER_TOKEN_SALT',
  ])
    expect(err).toContain(fault);
  for (const value of Object.values(secrets)) if (value.length > 30) expect(err).not.toContain(value);
});
