import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { send, traffic } from '../support/client';
import { make, unique } from '../support/factory';
import { setUpReceiver } from '../support/receiver';

const WRITES = 5;

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
    const atMost = WRITES * 11;
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
});
