import { send } from '../support/client';
import { make, unique } from '../support/factory';
import { documentOf } from '../support/panel';
import { createPanelUser, createPanelUserAs, permissionsOf, readPermission } from '../support/panel-users';

type Person = { authorization: string };

const get = (path: string, person: Person) => send('GET', `/newsroom${path}`, undefined, person);
const board = (body: unknown, person: Person) => send('POST', '/newsroom/score-board/records', body, person);
const rowOf = async (uid: string, documentId: string): Promise<number> =>
  (await send('GET', `/content-manager/collection-types/${uid}/${documentId}`, undefined, { as: 'admin' })).body.data
    .id;

/** Returns an editor's permissions with a condition on everything that concerns content. */
const underCondition = async (condition: string) =>
  (await permissionsOf('strapi-editor'))
    .filter(({ action }) => !action.startsWith('plugin::upload'))
    .map((permission) => (permission.subject ? { ...permission, conditions: [condition] } : permission));

describe('the routes of the newsroom plugin', () => {
  let act: { id: number; title: string };
  let document: string;
  let bill: number;

  beforeAll(async () => {
    act = await make('act', { title: unique('法') });
    document = await documentOf('acts', act.id);
    bill = await rowOf('api::bill.bill', await documentOf('bills', (await make('bill', { act_id: act.id })).id));
  });

  describe('under a condition', () => {
    let person: Person;

    beforeAll(async () => {
      person = await createPanelUser(await underCondition('admin::is-creator'));
    });

    it.each(['/roll-call/people?term=9', '/home/bills', '/home/votes'])('refuse %s', async (path) => {
      expect((await get(path, person)).status).toBe(403);
    });

    it('refuse the scores and where a record is used', async () => {
      expect((await board({ bills: [bill], features: [] }, person)).status).toBe(403);
      expect((await get(`/where-used/api::act.act/${document}`, person)).status).toBe(403);
    });

    it('answer nothing on other pages', async () => {
      const nothing = { nodes: [], memberships: [], relations: [] };
      expect((await get('/desk/counts', person)).body).toEqual({});
      expect((await get('/topic-map', person)).body).toEqual(nothing);
      const noChanges = { rows: [], total: 0, hasOlder: false, page: 1, pageSize: 30 };
      expect((await get('/history/changes', person)).body).toEqual(noChanges);
      expect((await get('/history/deleted', person)).body).toEqual({ rows: [], next: null });
      expect((await get('/history/options', person)).body.uids).toEqual([]);
      expect((await get('/home/report', person)).body).toMatchObject({ kinds: [], faults: [] });
      expect((await get('/imports/options', person)).body.resources).toEqual([]);
      expect((await get(`/where-used?of=acts:${act.id}`, person)).body).toEqual([
        { uid: 'api::act.act', number: act.id },
      ]);
    });
  });

  it('answer a reviewer, who imports nothing', async () => {
    const reviewer = await createPanelUserAs('rostra-reviewer');
    for (const path of ['/roll-call/people?term=9', '/home/bills', '/home/votes', '/history/changes', '/home/report'])
      expect([path, (await get(path, reviewer)).status]).toEqual([path, 200]);
    const counts = (await get('/desk/counts', reviewer)).body;
    expect(counts['api::act.act']).toBeGreaterThan(0);
    expect(counts).not.toHaveProperty(['api::citizen-email.citizen-email']);
    expect((await get(`/where-used/api::act.act/${document}`, reviewer)).body.record.title).toBe(act.title);
    const { nodes } = (await get('/topic-map', reviewer)).body;
    expect(nodes.map(({ key }: { key: string }) => key)).toContain(`act:${act.id}`);
    expect((await board({ bills: [bill], features: [] }, reviewer)).body.bills).toMatchObject([{ act: act.title }]);
    expect((await get('/imports/options', reviewer)).status).toBe(403);
  });

  it('leave an editor all content to import', async () => {
    const { resources } = (await get('/imports/options', await createPanelUserAs('strapi-editor'))).body;
    const names = resources.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['acts', 'timelines']));
  });

  it('name the people of a roll call only to those who may read the seats of representatives', async () => {
    const fields = ['name', 'terms.term_index', 'terms.change_date', 'terms.change_type', 'terms.district_name'];
    const statuses: number[] = [];
    for (const readable of [fields.slice(0, 1), fields.slice(0, -1), fields]) {
      const person = await createPanelUser([readPermission('api::rep.rep', readable)]);
      statuses.push((await get('/roll-call/people?term=9', person)).status);
    }
    expect(statuses).toEqual([403, 403, 200]);
  });

  it('name the act of a bill only to those who may read acts', async () => {
    const permissions = await permissionsOf('rostra-reviewer');
    const person = await createPanelUser(permissions.filter(({ subject }) => subject !== 'api::act.act'));
    expect((await board({ bills: [bill], features: [] }, person)).body.bills).toMatchObject([{ id: bill, act: '' }]);
  });

  it('show the contents of a bill only to those who may read them', async () => {
    const topic = await make('specific-topic', { act_dirs: [{ name: unique('方向'), index: 1 }] });
    const feature = await make('act-feature');
    const row = {
      act_dir_id: topic.act_dirs[0].id,
      act_feature_id: feature.id,
      short_content: '短',
      content: '第一條',
    };
    const full = await make('bill', { act_id: act.id, act_features: [row] });
    const bills = [await rowOf('api::bill.bill', await documentOf('bills', full.id))];
    const permissions = await permissionsOf('rostra-reviewer');
    const withoutContent = permissions.map((permission) => {
      const fields = permission.properties?.fields?.filter((field) => field !== 'act_features.content');
      return permission.subject === 'api::bill.bill' && fields ? { ...permission, properties: { fields } } : permission;
    });
    const contentsFor = async (person: Person) => (await board({ bills, features: [] }, person)).body.bills[0].contents;
    expect(await contentsFor(await createPanelUser(permissions))).toEqual({
      [feature.id]: { short: '短', long: '第一條' },
    });
    expect(await contentsFor(await createPanelUser(withoutContent))).toEqual({});
  });

  it.each([99_999_999_999, 2_147_483_648, 0, -1, 1.5, '1', null])('refuse a row identifier %p', async (id) => {
    const admin = { as: 'admin' } as const;
    for (const body of [
      { bills: [id], features: [] },
      { bills: [], features: [id] },
    ])
      expect((await send('POST', '/newsroom/score-board/records', body, admin)).status).toBe(400);
  });
});
