import { send, testService } from '../support/client';
import { make, unique } from '../support/factory';
import { connect, documentOf } from '../support/panel';
import { createPanelUserAs, permissionsOf } from '../support/panel-users';

const MANAGER = '/content-manager/collection-types';

describe('the roles of the panel', () => {
  it('are three, named in both languages', async () => {
    const { data } = (await send('GET', '/admin/roles', undefined, { as: 'admin' })).body;
    // Excludes the roles of other tests by their names.
    const names = data.map(({ name }: { name: string }) => name).filter((name: string) => !/^(role|角色)\d/.test(name));
    expect(names.sort()).toEqual(['Super Admin', '審閱 Reviewer', '編輯 Editor']);
  });

  describe('an editor', () => {
    const editor = { authorization: `Bearer ${testService.tokens.panelEditor}` };

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
    const reviewer = await createPanelUserAs('rostra-reviewer');
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

  describe('learns nothing of accounts from what relates to them', () => {
    const EMAIL = '[editor][email][$startsWith]';
    const ROUTES: [string, string][] = [
      ['api::timeline.timeline', `filters${EMAIL}`],
      ['api::timeline.timeline', `filters[$or][0][$not]${EMAIL}`],
      ['api::topic-overview.topic-overview', `filters[timeline]${EMAIL}`],
    ];

    beforeAll(async () => {
      const { id } = await make('timeline');
      await make('topic-overview', { timeline_id: id });
    });

    it.each(['strapi-editor', 'rostra-reviewer'])('the role %s', async (code) => {
      const person = await createPanelUserAs(code);
      for (const [uid, filter] of ROUTES) {
        const total = async (begin: string) => {
          const path = `${MANAGER}/${uid}?${encodeURIComponent(filter)}=${begin}`;
          const { status, body } = await send('GET', path, undefined, person);
          return status === 200 ? body.pagination.total : status;
        };
        expect([uid, filter, await total('e')]).toEqual([uid, filter, await total('no such address')]);
      }
      const sorted = `${MANAGER}/api::topic-overview.topic-overview?sort=timeline.editor.email:ASC`;
      expect((await send('GET', sorted, undefined, person)).status).toBe(403);
      const relation = '/content-manager/relations/api::timeline.timeline/editor';
      expect((await send('GET', relation, undefined, person)).status).toBe(403);
      const timelines = (await permissionsOf(code)).filter(({ subject }) => subject === 'api::timeline.timeline');
      for (const { properties } of timelines) expect(properties?.fields ?? []).not.toContain('editor');
    });

    it('but an administrator may filter by them', async () => {
      const path = `${MANAGER}/api::timeline.timeline?${encodeURIComponent(`filters${EMAIL}`)}=`;
      const total = async (begin: string) =>
        (await send('GET', `${path}${begin}`, undefined, { as: 'admin' })).body.pagination.total;
      expect(await total('no such address')).toBe(0);
      expect(await total('e')).toBeGreaterThan(0);
    });
  });
});
