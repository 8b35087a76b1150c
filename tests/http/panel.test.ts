import { resources } from '../../src/resources';
import { del, get, post, send, sql } from '../support/client';
import { make, unique, uniqueIndex } from '../support/factory';
import { connect, documentOf, panel } from '../support/panel';

/** The admin panel enforces the same rules as the specification's endpoints. */
describe('the panel', () => {
  it.each(resources.map(({ uid, kind }) => [uid, kind]))(
    'opens %s: its list, its configuration, an entry with its relations',
    async (uid, kind) => {
      await make(kind);
      const list = await panel('GET', uid, '?page=1&pageSize=10');
      expect(list.status).toBe(200);
      expect(
        (await send('GET', `/content-manager/content-types/${uid}/configuration`, undefined, { as: 'admin' })).status,
      ).toBe(200);
      const { documentId } = list.body.results[0];
      const entry = await panel('GET', uid, `/${documentId}`);
      expect(entry.status).toBe(200);
      const saved = await panel('PUT', uid, `/${documentId}`, {});
      expect([saved.status, saved.text]).toEqual([200, saved.text]);
    },
  );

  it('gives a new entry its public identifier, whatever the form says', async () => {
    const name = unique('黨');
    const made = await panel('POST', 'api::party.party', '', { name, abbreviation: 'X', number: 99_999_999 });
    expect(made.status).toBe(201);
    const { rows } = (await get(`/console/lab/parties?name=${encodeURIComponent(name)}`)).body;
    expect(rows).toHaveLength(1);
    expect(rows[0].id).toBeLessThan(99_999_999);
    const changed = await panel('PUT', 'api::party.party', `/${made.body.data.documentId}`, {
      number: 1,
      abbreviation: 'Y',
    });
    expect(changed.status).toBe(200);
    expect((await get(`/console/lab/parties/${rows[0].id}`)).body).toMatchObject({ id: rows[0].id, abbreviation: 'Y' });
  });

  it('gives a copy an identifier of its own', async () => {
    const act = await make('act');
    const copy = await panel('POST', 'api::act.act', `/clone/${await documentOf('acts', act.id)}`, {
      title: unique('複本'),
    });
    expect([copy.status, copy.text]).toEqual([200, copy.text]);
    expect(copy.body.data.number).not.toBe(act.id);
    expect((await get(`/console/lab/acts/${copy.body.data.number}`)).status).toBe(200);
  });

  it('leaves the directions of a topic to it when the topic is copied', async () => {
    const topic = await make('specific-topic', { act_dirs: [{ name: '方向', index: 1 }] });
    const uid = 'api::specific-topic.specific-topic';
    const copy = await panel('POST', uid, `/clone/${await documentOf('specific_topics', topic.id)}`, {
      title: unique('複本'),
    });
    expect(copy.status).toBe(200);
    expect((await get(`/console/lab/specific_topics/${topic.id}`)).body.act_dirs).toEqual(topic.act_dirs);
    expect((await get(`/console/lab/specific_topics/${copy.body.data.number}`)).body.act_dirs).toEqual([]);
  });

  it('deletes a direction that is taken from its topic, and refuses when it is in use', async () => {
    const topic = await make('specific-topic', {
      act_dirs: [
        { name: '用', index: 1 },
        { name: '不用', index: 2 },
      ],
    });
    const [used, unused] = topic.act_dirs;
    const feature = await make('act-feature');
    const row = { act_dir_id: used.id, act_feature_id: feature.id, short_content: '短', content: '長' };
    const bill = await make('bill', { act_features: [row] });
    const document = await documentOf('specific_topics', topic.id);
    const take = async (id: number) =>
      panel('PUT', 'api::specific-topic.specific-topic', `/${document}`, {
        act_dirs: { connect: [], disconnect: [{ documentId: await documentOf('act_dirs', id) }] },
      });
    const refused = await take(used.id);
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining(`rs_bills ${bill.id}`)]);
    expect((await get(`/console/lab/specific_topics/${topic.id}`)).body.act_dirs).toEqual([used, unused]);
    expect((await take(unused.id)).status).toBe(200);
    expect((await get(`/console/lab/specific_topics/${topic.id}`)).body.act_dirs).toEqual([used]);
    expect((await get(`/console/lab/act_dirs/${unused.id}`)).status).toBe(404);
  });

  it('refuses a term with two equal sessions or two districts of one name, in the form itself', async () => {
    const { index } = await make('term');
    const document = await documentOf('terms', index, 'index');
    const session = {
      session_index: 1,
      temp_session_index: 0,
      start_date: '2016-02-01T00:00:00.000Z',
      end_date: '2016-02-02T00:00:00.000Z',
    };
    const district = { name: '第一選舉區', abbreviation: '一', zone_name: '市', index: 1 };
    const save = (sessions: object[], districts: object[]) =>
      panel('PUT', 'api::term.term', `/${document}`, { sessions, districts });
    const refused = await save([session, session], [district, { ...district, index: 2 }]);
    const paths = refused.body.error.details.errors.map(({ path }: { path: string[] }) => path.join('.'));
    expect([refused.status, paths]).toEqual([400, ['sessions.1.session_index', 'districts.1.name']]);
    expect((await get(`/console/lab/terms/${index}`)).body).toMatchObject({ sessions: [], districts: [] });
    const saved = await save([session, { ...session, temp_session_index: 1 }], [district]);
    expect([saved.status, saved.text]).toEqual([200, saved.text]);
  });

  it('saves relations, nested rows and member lists so that the API answers them', async () => {
    const [act, rep, step] = [await make('act'), await make('rep'), await make('legislative-step')];
    const rows = [
      { date: '2016-02-01T00:00:00.000Z', legislative_step: connect(await documentOf('legislative_steps', step.id)) },
    ];
    const made = await panel('POST', 'api::bill.bill', '', {
      act: connect(await documentOf('acts', act.id)),
      is_law: false,
      date: '2016-02-19T00:00:00.000Z',
      principle_sponsor_rep: connect(await documentOf('reps', rep.id)),
      sponsors: connect(await documentOf('reps', rep.id)),
      legislative_steps: rows,
    });
    expect([made.status, made.text]).toEqual([201, made.text]);
    expect((await get(`/console/lab/rs_bills/${made.body.data.number}`)).body).toMatchObject({
      act_id: act.id,
      date: Date.UTC(2016, 1, 19),
      principle_sponsor_type: 'rep',
      principle_sponsor_value: rep.id,
      sponsors: [rep.id],
      legislative_steps: [{ date: Date.UTC(2016, 1, 1), legislative_step_id: step.id }],
    });
  });

  it('refuses an entry without what it requires, and names the fields of the form', async () => {
    const before = (await get('/console/lab/rs_bills')).body.totalRowCount;
    const answer = await panel('POST', 'api::bill.bill', '', { is_law: true });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.errors).toContainEqual(
      expect.objectContaining({ path: ['act'], message: 'is required' }),
    );
    expect((await get('/console/lab/rs_bills')).body.totalRowCount).toBe(before);
  });

  it('refuses a member in two lists of a vote, and keeps the vote as it was', async () => {
    const [vote, rep] = [await make('vote'), await make('rep')];
    const document = await documentOf('votes', vote.id);
    const member = connect(await documentOf('reps', rep.id));
    const answer = await panel('PUT', 'api::vote.vote', `/${document}`, { title: '改', aye: member, nay: member });
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining('is already in aye')]);
    expect((await get(`/console/lab/rs_votes/${vote.id}`)).body).toEqual(
      expect.objectContaining({ title: vote.title, aye: [], nay: [] }),
    );
  });

  it('refuses what has been deleted meanwhile, and names it at its field', async () => {
    const [rep, other, step] = [await make('rep'), await make('rep'), await make('legislative-step')];
    const vote = await make('vote', { aye: [other.id] });
    const [member, second] = [connect(await documentOf('reps', rep.id)), connect(await documentOf('reps', other.id))];
    const gone = connect(await documentOf('legislative_steps', step.id));
    for (const path of [`reps/${rep.id}`, `reps/${other.id}`, `legislative_steps/${step.id}`])
      expect((await del(`/console/lab/${path}`)).status).toBe(204);
    const document = await documentOf('votes', vote.id);
    const choosing = { title: '改', aye: member, nay: second };
    const { status, body } = await panel('PUT', 'api::vote.vote', `/${document}`, choosing);
    expect([status, body.error.details.errors]).toEqual([
      400,
      [
        {
          path: ['aye'],
          message: expect.stringMatching(new RegExp(`不存在.* ${rep.id}\\).* is gone`)),
          name: 'ValidationError',
        },
        { path: ['nay'], message: expect.stringMatching(new RegExp(` ${other.id}\\)`)), name: 'ValidationError' },
      ],
    ]);
    expect((await get(`/console/lab/rs_votes/${vote.id}`)).body.title).toBe(vote.title);
    const bill = await make('bill');
    const rows = { legislative_steps: [{ date: '2016-02-01T00:00:00.000Z', legislative_step: gone }] };
    const inRow = await panel('PUT', 'api::bill.bill', `/${await documentOf('bills', bill.id)}`, rows);
    expect(inRow.body.error.details.errors).toMatchObject([{ path: ['legislative_steps', '0', 'legislative_step'] }]);
  });

  it('takes out, and puts others next to, who has been deleted meanwhile', async () => {
    const [rep, next, added] = [await make('rep'), await make('rep'), await make('rep')];
    const bill = await make('bill', { sponsors: [rep.id, next.id] });
    const gone = await documentOf('reps', rep.id);
    const entry = { documentId: await documentOf('reps', added.id), position: { after: gone } };
    expect((await del(`/console/lab/reps/${rep.id}`)).status).toBe(204);
    const sponsors = { connect: [entry], disconnect: [{ documentId: gone }] };
    const saved = await panel('PUT', 'api::bill.bill', `/${await documentOf('bills', bill.id)}`, { sponsors });
    expect([saved.status, saved.text]).toEqual([200, saved.text]);
    expect((await get(`/console/lab/rs_bills/${bill.id}`)).body.sponsors).toEqual([next.id, added.id]);
  });

  it('refuses a sponsor of two kinds', async () => {
    const [bill, rep, caucus] = [await make('bill'), await make('rep'), await make('caucus')];
    const answer = await panel('PUT', 'api::bill.bill', `/${await documentOf('bills', bill.id)}`, {
      principle_sponsor_rep: connect(await documentOf('reps', rep.id)),
      principle_sponsor_caucus: connect(await documentOf('caucuses', caucus.id)),
    });
    expect(answer.status).toBe(400);
    expect((await get(`/console/lab/rs_bills/${bill.id}`)).body.principle_sponsor_type).toBeNull();
  });

  it('refuses a term whose index is taken, and the change of an index', async () => {
    const term = await make('term');
    const body = { index: term.index, start_date: '2016-02-01T00:00:00.000Z', end_date: '2020-01-31T00:00:00.000Z' };
    expect((await panel('POST', 'api::term.term', '', body)).status).toBe(409);
    const [row] = await sql('select document_id from terms where index = $1', [term.index]);
    const changed = await panel('PUT', 'api::term.term', `/${row?.document_id}`, { index: uniqueIndex() });
    expect(changed.status).toBe(400);
    expect((await get(`/console/lab/terms/${term.index}`)).status).toBe(200);
  });

  it('refuses to delete what is in use, with a sentence that names the users', async () => {
    const topic = await make('specific-topic');
    const vote = await make('vote', { st_id: topic.id });
    const answer = await panel(
      'DELETE',
      'api::specific-topic.specific-topic',
      `/${await documentOf('specific_topics', topic.id)}`,
    );
    expect(answer.status).toBe(409);
    expect(answer.body.error.message).toContain(`rs_votes ${vote.id} (st_id)`);
    expect(answer.body.error.message).toContain('無法刪除');
    expect((await get(`/console/lab/specific_topics/${topic.id}`)).status).toBe(200);
  });

  it('deletes all of a selection or, when one is in use, none', async () => {
    const topics = [];
    for (let each = 0; each < 12; each += 1) topics.push(await make('specific-topic'));
    const vote = await make('vote', { st_id: topics[0].id });
    const documentIds: string[] = [];
    for (const { id } of topics) documentIds.push(await documentOf('specific_topics', id));
    const bulk = () => panel('POST', 'api::specific-topic.specific-topic', '/actions/bulkDelete', { documentIds });
    expect((await bulk()).status).toBe(409);
    for (const { id } of topics) expect((await get(`/console/lab/specific_topics/${id}`)).status).toBe(200);
    expect((await del(`/console/lab/rs_votes/${vote.id}`)).status).toBe(204);
    expect((await bulk()).status).toBe(200);
    for (const { id } of topics) expect((await get(`/console/lab/specific_topics/${id}`)).status).toBe(404);
  });

  it('deletes the relations of a node, and the directions of a topic, with it', async () => {
    const topic = await make('specific-topic', { act_dirs: [{ name: '方向', index: 1 }] });
    const relation = await make('topic-relation', { from_type: 'Specific_Topic', from_id: topic.id });
    const answer = await panel(
      'DELETE',
      'api::specific-topic.specific-topic',
      `/${await documentOf('specific_topics', topic.id)}`,
    );
    expect(answer.status).toBe(200);
    expect((await get(`/console/lab/topic_relations/${relation.id}`)).status).toBe(404);
    expect((await get(`/console/lab/act_dirs/${topic.act_dirs[0].id}`)).status).toBe(404);
  });

  it('locks out, at the next request, people who lost the permission or are blocked', async () => {
    const registered = await post(
      '/api/auth/local/register',
      { username: unique('u'), email: `${unique('m')}@example.org`, password: 'a long password' },
      { as: 'public' },
    );
    const authorization = `Bearer ${registered.body.jwt}`;
    expect((await get('/console/lab/acts', { authorization })).status).toBe(403);
    const roles = await send('GET', '/users-permissions/roles', undefined, { as: 'admin' });
    const editor = roles.body.roles.find(({ type }: { type: string }) => type === 'editor');
    const uid = 'plugin::users-permissions.user';
    const [row] = await sql('select document_id from up_users where id = $1', [registered.body.user.id]);
    expect(
      (await panel('PUT', uid, `/${row?.document_id}`, { role: { connect: [{ id: editor.id }], disconnect: [] } }))
        .status,
    ).toBe(200);
    expect((await get('/console/lab/acts', { authorization })).status).toBe(200);
    expect((await panel('PUT', uid, `/${row?.document_id}`, { blocked: true })).status).toBe(200);
    expect((await get('/console/lab/acts', { authorization })).status).toBe(401);
  });

  it('makes API tokens that may do what they say, until they are deleted', async () => {
    const make_ = (body: unknown) => send('POST', '/admin/api-tokens', body, { as: 'admin' });
    const readOnly = (
      await make_({ name: unique('r'), description: '', type: 'read-only', lifespan: null, permissions: null })
    ).body.data;
    const custom = (
      await make_({
        name: unique('c'),
        description: '',
        type: 'custom',
        lifespan: null,
        permissions: ['api::act.act.create'],
      })
    ).body.data;
    const act = { title: unique('法'), official_seq_no: '1', specific_topics: [] };
    const as = (token: { accessKey: string }) => ({ authorization: token.accessKey });
    expect((await get('/console/lab/acts', as(readOnly))).status).toBe(200);
    expect((await post('/console/lab/acts', act, as(readOnly))).status).toBe(403);
    expect((await post('/console/lab/acts', act, as(custom))).status).toBe(201);
    expect((await get('/console/lab/acts', as(custom))).status).toBe(403);
    expect((await send('DELETE', `/admin/api-tokens/${readOnly.id}`, undefined, { as: 'admin' })).status).toBe(200);
    expect((await get('/console/lab/acts', as(readOnly))).status).toBe(401);
  });
});

describe('roles', () => {
  it('an action taken from a role is refused at the next request, and given back works again', async () => {
    const roles = await send('GET', '/users-permissions/roles', undefined, { as: 'admin' });
    const editor = roles.body.roles.find(({ type }: { type: string }) => type === 'editor');
    const { role } = (await send('GET', `/users-permissions/roles/${editor.id}`, undefined, { as: 'admin' })).body;
    const permissions = role.permissions['api::persona'];
    expect(permissions.controllers.persona.find.enabled).toBe(true);
    const setTo = (enabled: boolean) => {
      permissions.controllers.persona.find.enabled = enabled;
      return send('PUT', `/users-permissions/roles/${editor.id}`, { ...role, users: [] }, { as: 'admin' });
    };
    expect((await setTo(false)).status).toBe(200);
    expect((await get('/console/lab/personas')).status).toBe(403);
    expect((await setTo(true)).status).toBe(200);
    expect((await get('/console/lab/personas')).status).toBe(200);
  });
});
