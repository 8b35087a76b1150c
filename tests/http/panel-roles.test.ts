import { context, send } from '../support/client';
import { make, unique } from '../support/factory';
import { connect, documentOf } from '../support/panel';
import { credentialsOf, removeService, type Service, startService } from '../support/service';

const MANAGER = '/content-manager/collection-types';

/** Makes somebody of the panel and signs them in. */
async function join(code: string): Promise<{ authorization: string }> {
  const roles = (await send('GET', '/admin/roles', undefined, { as: 'admin' })).body.data;
  const { id } = roles.find((role: { code: string }) => role.code === code);
  const email = `${unique('p').replaceAll(/[^a-z0-9]/g, '')}@example.org`;
  const password = 'A long passw0rd';
  const person = { firstname: 'Rui', lastname: 'Lin', email, roles: [id] };
  const invited = await send('POST', '/admin/users', person, { as: 'admin' });
  await send('PUT', `/admin/users/${invited.body.data.id}`, { password, isActive: true }, { as: 'admin' });
  const { token } = (await send('POST', '/admin/login', { email, password }, { as: 'public' })).body.data;
  return { authorization: `Bearer ${token}` };
}

describe('the roles of the panel', () => {
  it('are three, named in both languages', async () => {
    const { data } = (await send('GET', '/admin/roles', undefined, { as: 'admin' })).body;
    expect(data.map(({ name }: { name: string }) => name).sort()).toEqual([
      'Super Admin',
      '審閱 Reviewer',
      '編輯 Editor',
    ]);
  });

  describe('an editor', () => {
    const editor = { authorization: `Bearer ${context.tokens.panelEditor}` };

    it('makes, reads, changes and deletes content', async () => {
      const act = await make('act');
      const body = { act: connect(await documentOf('acts', act.id)), is_law: false };
      const made = await send('POST', `${MANAGER}/api::bill.bill`, body, editor);
      expect([made.status, made.text]).toEqual([201, made.text]);
      const path = `${MANAGER}/api::bill.bill/${made.body.data.documentId}`;
      expect((await send('GET', path, undefined, editor)).body.data.act).toMatchObject({ count: 1 });
      const date = '2016-02-19T00:00:00.000Z';
      expect((await send('PUT', path, { date }, editor)).body.data.date).toBe(date);
      expect((await send('DELETE', path, undefined, editor)).status).toBe(200);
    });

    it('sees the files', async () => {
      expect((await send('GET', '/upload/files?page=1', undefined, editor)).status).toBe(200);
    });

    it.each([
      '/admin/roles',
      '/admin/users',
      '/admin/api-tokens',
      '/admin/webhooks',
      '/users-permissions/roles',
      '/content-type-builder/content-types',
      `${MANAGER}/plugin::users-permissions.user`,
      `${MANAGER}/api::citizen-email.citizen-email`,
    ])('does not see %s', async (path) => {
      expect((await send('GET', path, undefined, editor)).status).toBe(403);
    });

    it('does not change layouts', async () => {
      const path = '/content-manager/content-types/api::bill.bill/configuration';
      expect((await send('PUT', path, {}, editor)).status).toBe(403);
    });
  });

  it('a reviewer reads all content, and changes nothing', async () => {
    const reviewer = await join('rostra-reviewer');
    const party = await make('party');
    const path = `${MANAGER}/api::party.party`;
    const entry = `${path}/${await documentOf('parties', party.id)}`;
    expect((await send('GET', path, undefined, reviewer)).status).toBe(200);
    expect((await send('GET', entry, undefined, reviewer)).body.data.name).toBe(party.name);
    const body = { name: unique('黨'), abbreviation: 'X' };
    for (const [method, to] of [
      ['POST', path],
      ['PUT', entry],
      ['DELETE', entry],
      ['GET', `${MANAGER}/api::citizen-email.citizen-email`],
      ['GET', '/admin/users'],
    ] as const) {
      const answer = await send(method, to, method === 'GET' ? undefined : body, reviewer);
      expect([method, to, answer.status]).toEqual([method, to, 403]);
    }
  });
});

describe('in production', () => {
  let service: Service;
  let settings: Record<string, string>;

  beforeAll(async () => {
    const names = [
      'APP_KEYS',
      'API_TOKEN_SALT',
      'ADMIN_JWT_SECRET',
      'TRANSFER_TOKEN_SALT',
      'ENCRYPTION_KEY',
      'JWT_SECRET',
    ];
    const secrets = Object.fromEntries(names.map((name) => [name, `only for this test: ${name}`]));
    settings = { ...secrets, NODE_ENV: 'production' };
    service = await startService(settings);
  });

  afterAll(() => removeService(service));

  const ask = async (method: string, path: string, { body, token }: { body?: unknown; token?: string } = {}) => {
    const answer = await fetch(`${service.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : undefined };
  };

  it('has no content-type builder, whoever asks; what an administrator took from a role stays away', async () => {
    const { login: email, password } = (await credentialsOf(service.dataDir)).admin;
    const signIn = async () => (await ask('POST', '/admin/login', { body: { email, password } })).body.data.token;
    const token: string = await signIn();
    for (const path of ['content-types', 'components', 'schema', 'reserved-names'])
      expect((await ask('GET', `/content-type-builder/${path}`, { token })).status).toBe(404);
    const known = (await ask('GET', '/admin/users/me/permissions', { token })).body.data;
    expect(known.filter(({ action }: { action: string }) => action.includes('content-type-builder'))).toEqual([]);

    const roles = (await ask('GET', '/admin/roles', { token })).body.data;
    const { id } = roles.find(({ code }: { code: string }) => code === 'strapi-editor');
    const permissions = async () => (await ask('GET', `/admin/roles/${id}/permissions`, { token })).body.data;
    const before = await permissions();
    const kept = before.filter(({ action, subject }: { action: string; subject: string }) =>
      subject === 'api::party.party' ? !action.endsWith('.delete') : true,
    );
    expect(kept).toHaveLength(before.length - 1);
    const sent = kept.map(
      ({ id: _, role: __, actionParameters: ___, ...permission }: Record<string, unknown>) => permission,
    );
    const set = await ask('PUT', `/admin/roles/${id}/permissions`, { token, body: { permissions: sent } });
    expect([set.status, set.body.error]).toEqual([200, undefined]);
    await ask('PUT', `/admin/roles/${id}`, { token, body: { name: '主編', description: '' } });

    await service.stop();
    service = await startService({ ...settings, DATA_DIR: service.dataDir });
    const names = (await ask('GET', '/admin/roles', { token })).body.data.map(({ name }: { name: string }) => name);
    expect(names.sort()).toEqual(['Super Admin', '主編', '審閱 Reviewer']);
    expect(await permissions()).toHaveLength(before.length - 1);
  });
});
