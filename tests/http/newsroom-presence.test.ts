import { del, patch, send, sql, statements } from '../support/client';
import { make, unique } from '../support/factory';
import { documentOf } from '../support/panel';
import { createPanelUser, createPanelUserAs, readPermission } from '../support/panel-users';

const BILL = 'api::bill.bill';

type Sender = Parameters<typeof send>[3];

const say = async (documentId: string, state: object, as: Sender) =>
  send('POST', '/newsroom/presence', { uid: BILL, documentId, tab: 't1', isChanged: false, ...state }, as);

describe('the presence of editors', () => {
  const admin = { as: 'admin' } as const;
  let other: Sender;
  let bill: { id: number };
  let document: string;
  const changeOf = async (): Promise<number> =>
    Number(
      (await sql('select change from rostra_records where resource = $1 and number = $2', ['rs_bills', bill.id]))[0]
        ?.change,
    );

  beforeAll(async () => {
    other = await createPanelUserAs('strapi-editor');
    bill = await make('bill', { content: unique('案') });
    document = await documentOf('bills', bill.id);
  });

  it('says who else has a record open and is changing it, until they close it or their browser is gone', async () => {
    const shown = await changeOf();
    const pass = expect.any(String);
    expect((await say(document, { shown }, admin)).body).toEqual({ others: [], isDeleted: false, pass });
    const { body } = await say(document, { tab: 't2', isChanged: true }, other);
    expect(body).toEqual({ others: [{ name: 'Rostra Admin', isChanged: false }], isDeleted: false, pass });
    const others = async () => (await say(document, { shown }, admin)).body.others;
    expect(await others()).toEqual([{ name: 'Rui Lin', isChanged: true }]);
    // The same person twice.
    await say(document, { tab: 't3' }, other);
    expect(await others()).toEqual([{ name: 'Rui Lin', isChanged: true }]);
    // Nobody closes the form of somebody else.
    await say(document, { tab: 't2', isClosed: true }, admin);
    expect(await others()).toHaveLength(1);
    await say(document, { tab: 't2', isClosed: true }, other);
    expect(await others()).toEqual([{ name: 'Rui Lin', isChanged: false }]);
    await sql("update rostra_open_forms set seen = now() - interval '46 seconds' where tab = 't3'");
    expect(await others()).toEqual([]);
    expect(await sql("select 1 from rostra_open_forms where tab = 't3'")).toEqual([]);
    expect((await say(await documentOf('bills', (await make('bill')).id), {}, admin)).body.others).toEqual([]);
  });

  it('says with its pass, without a session, that a form still holds changes, until it is closed', async () => {
    const { pass } = (await say(document, { tab: 't4', isChanged: true }, other)).body;
    const keep = (state: object) => send('POST', '/newsroom/presence/kept', { pass, ...state }, { as: 'public' });
    const others = async () => (await say(document, {}, admin)).body.others;
    await sql("update rostra_open_forms set seen = now() - interval '46 seconds' where tab = 't4'");
    expect(await others()).toEqual([]);
    const kept = await keep({});
    expect([kept.status, kept.text]).toEqual([204, '']);
    expect(await others()).toEqual([{ name: 'Rui Lin', isChanged: true }]);
    expect((await keep({ pass: `${pass}x` })).status).toBe(403);
    expect((await keep({ pass: 3 })).status).toBe(400);
    expect((await keep({ isClosed: true })).status).toBe(204);
    expect(await others()).toEqual([]);
  });

  it('says who has changed or deleted the record that a form shows, in a fixed number of statements', async () => {
    const shown = await changeOf();
    const count = () => statements(() => say(document, { shown }, admin));
    const before = await count();
    await patch(`/console/lab/rs_bills/${bill.id}`, { content: unique('新案') });
    expect(await count()).toBe(before + 1);
    const { changed } = (await say(document, { shown }, admin)).body;
    expect(changed).toMatchObject({ change: await changeOf(), door: 'api', by: { name: 'editor' } });
    expect((await say(document, { shown: changed.change }, admin)).body.changed).toBeUndefined();
    await del(`/console/lab/rs_bills/${bill.id}`);
    expect((await say(document, { shown }, admin)).body).toEqual({ others: [], isDeleted: true });
  });

  it('is for those who may read the record', async () => {
    const reader = await createPanelUser([readPermission('api::tag.tag', ['number'])]);
    expect((await say(document, {}, reader)).status).toBe(403);
    expect((await say(document, {}, { as: 'public' })).status).toBe(401);
    expect((await say(document, { uid: 'api::none.none' }, admin)).status).toBe(404);
    expect((await say('nowhere', { isChanged: true }, admin)).body).toEqual({ others: [], isDeleted: true });
    expect(await sql("select 1 from rostra_open_forms where document = 'nowhere'")).toEqual([]);
    const refused = await say('', { isChanged: 'x', tab: 'x'.repeat(101), shown: -1 }, admin);
    expect(refused.status).toBe(400);
    for (const name of ['documentId', 'isChanged', 'tab', 'shown']) expect(refused.text).toContain(name);
  });
});
