import { del, patch, send, statements, testService } from '../support/client';
import { make } from '../support/factory';
import { documentOf } from '../support/panel';
import { createPanelUser, readPermission } from '../support/panel-users';

const ask = (uid: string, documentId: string, options = {}) =>
  send('GET', `/newsroom/where-used/${uid}/${documentId}`, undefined, { as: 'admin', ...options });

const whereUsed = async (uid: string, table: string, number: number, options = {}) =>
  (await ask(uid, await documentOf(table, number), options)).body;

describe('GET /newsroom/where-used/:uid/:documentId', () => {
  it('lists who refers to a record, in which fields, and what deleting it would do', async () => {
    const act = await make('act', { title: '使用測試法' });
    const bills = [await make('bill', { act_id: act.id, date: 1 }), await make('bill', { act_id: act.id, date: 2 })];
    const { record, usedBy } = await whereUsed('api::act.act', 'acts', act.id);
    expect(record).toMatchObject({ number: act.id, title: '使用測試法' });
    expect(usedBy).toEqual([
      {
        uid: 'api::bill.bill',
        count: 2,
        uses: [{ attribute: 'act', effect: 'restrict', path: ['act'], count: 2 }],
        records: await Promise.all(
          [bills[1], bills[0]].map(async ({ id }) => ({
            documentId: await documentOf('bills', id),
            number: id,
            title: '1970-01-01 · 使用測試法',
          })),
        ),
      },
    ]);
  });

  it('counts a record that refers in several fields once, and lists each field', async () => {
    const rep = await make('rep');
    const bill = await make('bill', {
      sponsors: [rep.id],
      principle_sponsor_type: 'rep',
      principle_sponsor_value: rep.id,
      version_no: '委員提案第1號',
      act_id: (await make('act', { title: '某法' })).id,
    });
    const { usedBy } = await whereUsed('api::rep.rep', 'reps', rep.id);
    expect(usedBy).toMatchObject([
      {
        uid: 'api::bill.bill',
        count: 1,
        records: [{ number: bill.id, title: '委員提案第1號 · 某法' }],
        uses: [
          { attribute: 'principle_sponsor_rep', effect: 'clear', count: 1 },
          { attribute: 'sponsors', effect: 'unlist', count: 1 },
        ],
      },
    ]);
  });

  it('lists what is deleted with it, and what requires that', async () => {
    const topic = await make('specific-topic', { act_dirs: [{ name: '方向', index: 1 }] });
    const row = { act_dir_id: topic.act_dirs[0].id, act_feature_id: (await make('act-feature')).id };
    await make('bill', { act_features: [{ ...row, short_content: '短', content: '長' }] });
    const { usedBy } = await whereUsed('api::specific-topic.specific-topic', 'specific_topics', topic.id);
    const usesIn = (uid: string) => usedBy.find((each: { uid: string }) => each.uid === uid);
    expect(usesIn('api::act-dir.act-dir')).toMatchObject({ count: 1, uses: [{ effect: 'cascade' }] });
    expect(usesIn('api::bill.bill')).toMatchObject({
      count: 1,
      uses: [{ attribute: 'act_features', effect: 'restrict', through: 'api::act-dir.act-dir' }],
    });
    expect((await del(`/console/lab/specific_topics/${topic.id}`)).status).toBe(409);
  });

  it('names the first twenty', async () => {
    const tag = await make('tag');
    for (let each = 0; each < 22; each += 1) await make('bill', { tags: [tag.id] });
    const { usedBy } = await whereUsed('api::tag.tag', 'tags', tag.id);
    expect(usedBy).toMatchObject([{ uid: 'api::bill.bill', count: 22 }]);
    expect(usedBy[0].records).toHaveLength(20);
  });

  const deletion = (uid: string, list: string[], options = {}) =>
    send('GET', `/newsroom/where-used/${uid}?documents=${list.join(',')}`, undefined, { as: 'admin', ...options });

  it('tells what deleting several records would do', async () => {
    const tags = [await make('tag'), await make('tag')];
    const [first, second] = tags as [{ id: number }, { id: number }];
    for (const tags of [[first.id], [first.id, second.id], [second.id]]) await make('bill', { tags });
    const documents = [await documentOf('tags', second.id), await documentOf('tags', first.id)];
    const several = (list: string[]) => deletion('api::tag.tag', list);
    expect((await several(documents)).body).toEqual({
      records: [second, first].map((tag, index) => ({
        documentId: documents[index],
        number: tag.id,
        title: (tag as { name?: string }).name,
      })),
      usedBy: [
        {
          uid: 'api::bill.bill',
          count: 3,
          uses: [{ attribute: 'tags', effect: 'unlist', path: ['tags'], count: 3 }],
          records: [expect.anything(), expect.anything(), expect.anything()],
        },
      ],
      refused: [],
    });
    expect((await several(['none'])).body).toEqual({ records: [], usedBy: [], refused: [] });
    expect((await several(Array(251).fill('a'))).status).toBe(400);
    expect(await statements(() => several(documents))).toBe(await statements(() => several(documents.slice(1))));
  });

  it('tells of several records which ones others require, each with what does, to those who may read that', async () => {
    const [first, free, second] = [await make('act'), await make('act'), await make('act')];
    const bills = [await make('bill', { act_id: first.id }), await make('bill', { act_id: second.id })];
    for (let more = 0; more < 6; more += 1) await make('bill', { act_id: second.id });
    const documents = await Promise.all([first, free, second].map(({ id }) => documentOf('acts', id)));
    const ask = async (options = {}) => (await deletion('api::act.act', documents, options)).body;
    const { refused, usedBy } = await ask();
    expect(refused).toMatchObject([
      { record: { number: first.id }, usedBy: [{ count: 1, records: [{ number: bills[0].id }] }] },
      { record: { number: second.id }, usedBy: [{ count: 7, uses: [{ effect: 'restrict', count: 7 }] }] },
    ]);
    expect(refused[1].usedBy[0].records).toHaveLength(5);
    expect(usedBy).toMatchObject([{ uid: 'api::bill.bill', count: 8 }]);
    const reader = await createPanelUser([readPermission('api::act.act', ['title'])]);
    const counted = (count: number) => [{ uid: 'api::bill.bill', count, uses: [{ effect: 'restrict', count }] }];
    expect((await ask(reader)).refused).toEqual([
      { record: expect.objectContaining({ title: first.title }), usedBy: counted(1) },
      { record: expect.objectContaining({ title: second.title }), usedBy: counted(7) },
    ]);
    const untitled = await createPanelUser([readPermission('api::act.act', ['number'])]);
    expect((await ask(untitled)).records).toEqual(
      [first, free, second].map(({ id }, index) => ({ documentId: documents[index], number: id })),
    );
    expect(await statements(ask)).toBe(await statements(() => deletion('api::act.act', documents.slice(2))));
  });

  it('agrees with the delete: refuses it while the record is required, and allows it afterwards', async () => {
    const act = await make('act');
    const bill = await make('bill', { act_id: act.id });
    expect((await del(`/console/lab/acts/${act.id}`)).status).toBe(409);
    await patch(`/console/lab/rs_bills/${bill.id}`, { act_id: (await make('act')).id });
    expect((await whereUsed('api::act.act', 'acts', act.id)).usedBy).toEqual([]);
    expect((await del(`/console/lab/acts/${act.id}`)).status).toBe(204);
  });

  it('takes as many statements for many referring records as for none', async () => {
    const [busy, idle] = [await make('tag'), await make('tag')];
    for (let each = 0; each < 12; each += 1) await make('bill', { tags: [busy.id] });
    const [busyId, idleId] = [await documentOf('tags', busy.id), await documentOf('tags', idle.id)];
    await ask('api::tag.tag', idleId);
    const count = await statements(() => ask('api::tag.tag', idleId));
    expect(await statements(() => ask('api::tag.tag', busyId))).toBe(count);
    // Two statements of its own; the others are Strapi's, for the person and their permissions.
    expect(count).toBeLessThanOrEqual(2 + 6);
  });

  it('is for those who may read the record; what else they may not read is counted only', async () => {
    const tag = await make('tag');
    await make('bill', { tags: [tag.id] });
    const documentId = await documentOf('tags', tag.id);
    expect((await ask('api::tag.tag', documentId, { as: 'public' })).status).toBe(401);
    expect((await ask('api::tag.tag', documentId, { as: 'editor' })).status).toBe(401);
    const tagReader = await createPanelUser([readPermission('api::tag.tag', ['name'])]);
    const { usedBy } = (await ask('api::tag.tag', documentId, tagReader)).body;
    const counted = [{ uid: 'api::bill.bill', count: 1, uses: [{ effect: 'unlist', count: 1 }] }];
    expect(usedBy).toEqual(counted);
    const tagAndBillReader = await createPanelUser([
      readPermission('api::tag.tag', ['name']),
      readPermission('api::bill.bill', ['record_title', 'act']),
    ]);
    expect((await ask('api::tag.tag', documentId, tagAndBillReader)).body.usedBy).toEqual(counted);
    const tagsOfBillsReader = await createPanelUser([
      readPermission('api::tag.tag', ['name']),
      readPermission('api::bill.bill', ['tags']),
    ]);
    expect((await ask('api::tag.tag', documentId, tagsOfBillsReader)).body.usedBy).toMatchObject([
      { uses: [{ attribute: 'tags', count: 1 }], records: [{ number: expect.any(Number) }] },
    ]);
    const act = await make('act');
    expect((await ask('api::act.act', await documentOf('acts', act.id), tagReader)).status).toBe(403);
    const bill = await make('bill');
    const named = await send(
      'GET',
      `/newsroom/where-used?of=rs_bills:${bill.id},rs_tags:${tag.id}`,
      undefined,
      tagReader,
    );
    expect(named.body).toEqual([
      { uid: 'api::bill.bill', number: bill.id },
      { uid: 'api::tag.tag', number: tag.id, documentId, title: tag.name },
    ]);
  });

  it.each([
    ['api::act.act', 'nothing'],
    ['api::unknown.unknown', 'nothing'],
    ['admin::user', 'nothing'],
    ['plugin::users-permissions.user', 'nothing'],
  ])('answers 404 for %s %s', async (uid, documentId) => {
    expect((await ask(uid, documentId)).status).toBe(404);
  });

  it('names nothing for references that are none', async () => {
    const answer = await send('GET', "/newsroom/where-used?of=rs_bills:99999999999,x:1,rs_bills:1';--,", undefined, {
      authorization: `Bearer ${testService.tokens.admin}`,
    });
    expect([answer.status, answer.body]).toEqual([200, []]);
  });
});
