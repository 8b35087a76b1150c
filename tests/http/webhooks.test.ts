import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { addressOf, register, sendAs } from '../support/citizen';
import { send, sql, traffic } from '../support/client';
import { make, unique } from '../support/factory';
import { panel } from '../support/panel';
import { setUpReceiver } from '../support/receiver';
import { waitFor } from '../support/wait-for';

const WRITES = 5;
const ACCOUNT = 'plugin::users-permissions.user';

describe('a webhook', () => {
  const webhooks = setUpReceiver();

  it('gets the whole record of a write, which is read only if there is a webhook', async () => {
    const act = await make('act');
    const bill = await make('bill', { act_id: act.id });
    const change = (content: string) => send('PATCH', `/console/lab/rs_bills/${bill.id}`, { content });
    const writes = async () => {
      for (let each = 0; each < WRITES; each += 1) expect((await change(unique())).status).toBe(200);
    };
    // Reading the whole record would take a dozen more.
    const atMost = WRITES * 7;
    expect((await traffic(writes, { atMost })).statements).toBeLessThanOrEqual(atMost);

    const { receiver } = webhooks;
    await receiver.subscribe(['entry.update']);
    const delivery = once(receiver.server, 'request') as Promise<[IncomingMessage]>;
    expect((await change('條文')).status).toBe(200);
    const [request] = await delivery;
    expect(await json(request)).toMatchObject({
      event: 'entry.update',
      uid: 'api::bill.bill',
      entry: { number: bill.id, content: '條文', act: { number: act.id, title: act.title } },
    });
  });

  it('hears of tags made by name, of children, and of what is deleted', async () => {
    const { receiver } = webhooks;
    const heard: { event: string; model: string; entry: Record<string, unknown> }[] = [];
    receiver.server.on('request', async (request, answer) => {
      heard.push((await json(request)) as (typeof heard)[number]);
      answer.end();
    });
    await receiver.subscribe(['entry.create', 'entry.delete']);
    const topic = await make('specific-topic');
    const path = `/console/lab/specific_topics/${topic.id}`;
    const name = unique('籤');
    const bill = await make('bill');
    expect((await send('PATCH', `/console/lab/rs_bills/${bill.id}`, { tags: [name] })).status).toBe(200);
    expect((await send('PATCH', path, { act_dirs: [{ name, index: 1 }] })).status).toBe(200);
    expect((await send('DELETE', path)).status).toBe(204);
    const named = () =>
      heard.filter(
        ({ event, model, entry }) =>
          event !== 'entry.update' &&
          (entry.name === name || (model === 'specific-topic' && entry.number === topic.id)),
      );
    await waitFor(() => named().some(({ event, model }) => event === 'entry.delete' && model === 'specific-topic'));
    expect(named().map(({ event, model }) => `${event} ${model}`)).toEqual([
      'entry.create specific-topic',
      'entry.create tag',
      'entry.create act-dir',
      'entry.delete act-dir',
      'entry.delete specific-topic',
    ]);
    expect(named().at(-1)?.entry).toMatchObject({ number: topic.id, title: topic.title });
  });

  it('gets accounts and addresses of citizens as identifiers, also within other records', async () => {
    const { receiver } = webhooks;
    const bodies: string[] = [];
    receiver.server.removeAllListeners('request');
    receiver.server.on('request', async (request, answer) => {
      bodies.push(await text(request));
      answer.end();
    });
    const citizen = await register();
    const email = addressOf('hook');
    await receiver.subscribe(['entry.create', 'entry.update', 'entry.delete']);
    const address = await sendAs(citizen, 'POST', citizen.path, { email });
    const timeline = await make('timeline');
    // An account that somebody changes in the panel.
    const [row] = await sql('select document_id from up_users where id = $1', [citizen.account]);
    expect((await panel('PUT', ACCOUNT, `/${row?.document_id}`, { blocked: false })).status).toBe(200);
    const heard = () =>
      bodies.map((body) => JSON.parse(body) as { event: string; uid: string; entry: Record<string, unknown> });
    const entryOf = (uid: string, event = 'entry.create') =>
      heard().find((each) => each.uid === uid && each.event === event)?.entry;
    const addresses = 'api::citizen-email.citizen-email';
    const ofAddress = () => [entryOf(addresses), entryOf(addresses, 'entry.delete')];
    await waitFor(() => entryOf(addresses) !== undefined);
    expect((await sendAs(citizen, 'DELETE', citizen.path, { email })).status).toBe(204);
    const ofAccount = () => entryOf(ACCOUNT, 'entry.update');
    await waitFor(() => [...ofAddress(), ofAccount(), entryOf('api::timeline.timeline')].every(Boolean));
    expect(ofAccount()).toEqual({ id: citizen.account, documentId: row?.document_id });
    const identifiers = { id: expect.any(Number), documentId: expect.any(String), number: address.body.id };
    expect(ofAddress()).toEqual([identifiers, identifiers]);
    expect(entryOf('api::timeline.timeline')).toMatchObject({ number: timeline.id, title: timeline.title });
    expect(entryOf('api::timeline.timeline')?.editor).toEqual({ id: timeline.editor, documentId: expect.any(String) });
    expect(bodies.join()).not.toMatch(/@example\.org|@rostra/);
  });

  it('hears of what a restore creates, changes and deletes, not of a plan', async () => {
    const { receiver } = webhooks;
    const heard = new Set<string>();
    receiver.server.removeAllListeners('request');
    receiver.server.on('request', async (request, answer) => {
      const { event, model, entry } = (await json(request)) as Record<string, { number: number }>;
      // The webhooks of the tests above deliver, too.
      if (request.headers['x-own']) heard.add(`${event} ${model} ${entry?.number}`);
      answer.end();
    });
    await receiver.subscribe(['entry.create', 'entry.update', 'entry.delete'], { 'x-own': 'yes' });
    const tag = await make('tag');
    const bill = await make('bill', { tags: [tag.id] });
    const ofBoth = () =>
      [...heard].filter((each) => each.endsWith(` tag ${tag.id}`) || each.endsWith(` bill ${bill.id}`)).sort();
    const path = `/console/lab/rs_tags/${tag.id}`;
    await send('DELETE', path);
    const [{ change }] = (await send('GET', `${path}/history`)).body.rows;
    const before = [`entry.create tag ${tag.id}`, `entry.create bill ${bill.id}`, `entry.delete tag ${tag.id}`];
    await waitFor(() => before.every((each) => heard.has(each)));
    heard.clear();
    expect((await send('POST', `${path}/restore?dry_run`, { change })).status).toBe(200);
    const { body } = await send('POST', `${path}/restore`, { change });
    const created = [`entry.create tag ${tag.id}`, `entry.update bill ${bill.id}`];
    await waitFor(() => ofBoth().length >= 2);
    expect(ofBoth()).toEqual(created);
    heard.clear();
    const restore = { kind: 'changes', changes: [body.change], note: '測試' };
    const panel = (more: object) => send('POST', '/newsroom/history/restore', { ...restore, ...more }, { as: 'admin' });
    const { plan } = (await panel({})).body;
    expect((await panel({ plan })).body.change).toEqual(expect.any(Number));
    await waitFor(() => ofBoth().some((each) => each.startsWith('entry.delete')) && ofBoth().length >= 2);
    expect(ofBoth()).toEqual(expect.arrayContaining([`entry.delete tag ${tag.id}`, `entry.update bill ${bill.id}`]));
  });
});
