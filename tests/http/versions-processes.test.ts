import { get, patch, send, sql, testService } from '../support/client';
import { make, unique } from '../support/factory';
import { documentOf } from '../support/panel';
import { createPanelUser, readPermission } from '../support/panel-users';
import { startSecondProcess } from '../support/second-process';
import type { Service } from '../support/service';

const TAGS = '/console/lab/rs_tags';

describe('several processes against one database', () => {
  let second: Service;

  beforeAll(async () => {
    second = await startSecondProcess();
  });

  afterAll(() => second?.stop());

  const there = async (path: string, authorization = `Bearer ${testService.tokens.editor}`) => {
    const answer = await fetch(`${second.url}${path}`, { headers: { authorization } });
    return { status: answer.status, text: await answer.text(), etag: answer.headers.get('etag') ?? '' };
  };

  it('always answer with what the other one wrote', async () => {
    const { id } = await make('tag');
    for (let time = 0; time < 40; time += 1) {
      const name = unique('標籤');
      expect((await patch(`${TAGS}/${id}`, { name })).status).toBe(200);
      expect(JSON.parse((await there(`${TAGS}/${id}`)).text).name).toBe(name);
    }
  });

  it('know each other’s entity tags', async () => {
    const { headers } = await get(TAGS, { headers: { 'accept-encoding': 'identity' } });
    const answer = await fetch(`${second.url}${TAGS}`, {
      headers: { authorization: `Bearer ${testService.tokens.editor}`, 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(answer.status).toBe(304);
  });

  it('lock out, at the next request, blocked people and deleted or changed tokens', async () => {
    const authorization = `Bearer ${testService.tokens.citizen}`;
    const path = '/citizen/ming/emails';
    expect((await there(path, authorization)).status).toBe(200);
    const block = (isBlocked: boolean) =>
      sql('update up_users set blocked = $1 where username = $2', [isBlocked, 'ming']);
    await block(true);
    expect((await there(path, authorization)).status).toBe(401);
    await block(false);
    expect((await there(path, authorization)).status).toBe(200);

    const admin = { as: 'admin' } as const;
    const settings = { name: unique('token'), description: '', type: 'custom' };
    const body = { ...settings, lifespan: null, permissions: ['api::tag.tag.find'] };
    const made = (await send('POST', '/admin/api-tokens', body, admin)).body.data;
    const token = `Bearer ${made.accessKey}`;
    expect((await there(TAGS, token)).status).toBe(200);
    const changed = { ...settings, permissions: ['api::doc.doc.find'] };
    expect((await send('PUT', `/admin/api-tokens/${made.id}`, changed, admin)).status).toBe(200);
    expect((await there(TAGS, token)).status).toBe(403);
    await send('DELETE', `/admin/api-tokens/${made.id}`, undefined, admin);
    expect((await there(TAGS, token)).status).toBe(401);
  });

  it('follow the roles page at the next request', async () => {
    const admin = { as: 'admin' } as const;
    const [{ id } = { id: 0 }] = await sql(`select id from up_roles where type = 'citizen'`);
    const allow = async (enabled: boolean) => {
      const { role } = (await send('GET', `/users-permissions/roles/${id}`, undefined, admin)).body;
      role.permissions['api::tag'].controllers.tag.find.enabled = enabled;
      const { name, description, permissions } = role;
      await send('PUT', `/users-permissions/roles/${id}`, { name, description, permissions, users: [] }, admin);
    };
    const citizen = `Bearer ${testService.tokens.citizen}`;
    for (const isAllowed of [true, false, true, false]) {
      await allow(isAllowed);
      expect((await there(TAGS, citizen)).status).toBe(isAllowed ? 200 : 403);
    }
  });

  it('follow the roles of the panel at the next request', async () => {
    const admin = { as: 'admin' } as const;
    const permission = { ...readPermission('api::tag.tag', ['name']), conditions: [] };
    const { authorization } = await createPanelUser([permission]);
    const me = (await send('GET', '/admin/users/me', undefined, { authorization })).body.data;
    const list = '/content-manager/collection-types/api::tag.tag';
    const statuses = async () => [
      (await there(list, authorization)).status,
      (await send('GET', list, undefined, { authorization })).status,
    ];
    for (const permissions of [[], [permission], []]) {
      await send('PUT', `/admin/roles/${me.roles[0].id}/permissions`, { permissions }, admin);
      expect(await statuses()).toEqual(permissions.length > 0 ? [200, 200] : [403, 403]);
    }
    const move = async (role: number) =>
      expect((await send('PUT', `/admin/users/${me.id}`, { roles: [role] }, admin)).status).toBe(200);
    const [{ id } = { id: 0 }] = await sql(`select id from admin_roles where code = 'strapi-editor'`);
    await move(id as number);
    expect(await statuses()).toEqual([200, 200]);
    await move(me.roles[0].id);
    expect(await statuses()).toEqual([403, 403]);
  });

  it('know who has a record open at another one', async () => {
    const documentId = await documentOf('tags', (await make('tag')).id);
    const form = { uid: 'api::tag.tag', documentId, tab: unique('t'), isChanged: true };
    await send('POST', '/newsroom/presence', form, { as: 'admin' });
    const answer = await fetch(`${second.url}/newsroom/presence`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testService.tokens.panelEditor}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...form, tab: unique('t') }),
    });
    expect(await answer.json()).toMatchObject({ others: [{ name: 'Rostra Admin', isChanged: true }] });
  });
});
