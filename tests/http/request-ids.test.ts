import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { del, get, patch, send, testService } from '../support/client';
import { make, unique } from '../support/factory';
import { setUpReceiver } from '../support/receiver';
import { sendTo } from '../support/send-to';
import { waitFor } from '../support/wait-for';

const TAGS = '/console/lab/rs_tags';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

const idOf = async (path: string, id?: string, method = 'GET') =>
  (await sendTo(`${testService.url}${path}`, { method, headers: id === undefined ? {} : { 'x-request-id': id } }))
    .headers['x-request-id'];

/** Our paths, our errors, Strapi's routes, files, unknown paths and probes. */
const PATHS = [
  '/c0ngress/zones',
  TAGS,
  '/console/nope',
  '/api/users/me',
  '/admin',
  '/admin/users/me',
  '/nope',
  '/_health',
];

describe('the identifier of a request', () => {
  it.each(PATHS)('is made, and is another one each time: %s', async (path) => {
    const [one, other] = [await idOf(path), await idOf(path)];
    expect(one).toMatch(UUID);
    expect(other).toMatch(UUID);
    expect(one).not.toBe(other);
  });

  it.each(PATHS)('is the sender’s when that is well-formed: %s', async (path) => {
    for (const id of ['a', 'Root=1-67891233-abcdef012345678912345678', 'x'.repeat(128), 'A.b:c/d+e@f_g-1'])
      expect(await idOf(path, id)).toBe(id);
    for (const id of ['', 'x'.repeat(129), 'a b', 'a;b', '<b>', '"', 'a\tb', 'a,b'])
      expect(await idOf(path, id)).toMatch(UUID);
  });

  it('is in the answer to every method', async () => {
    for (const method of ['OPTIONS', 'HEAD', 'PATCH', 'DELETE', 'PUT'])
      expect(await idOf(TAGS, 'mine', method)).toBe('mine');
    const tag = await make('tag');
    const headers = { 'x-request-id': 'mine' };
    expect((await patch(`${TAGS}/${tag.id}`, { name: unique() }, { headers })).headers.get('x-request-id')).toBe(
      'mine',
    );
    expect((await del(`${TAGS}/${tag.id}`, { headers })).headers.get('x-request-id')).toBe('mine');
  });

  it('may be sent and read by a console of another origin', async () => {
    const headers = { origin: 'https://console.example' };
    expect((await get(TAGS, { headers })).headers.get('access-control-expose-headers')).toContain('x-request-id');
    const preflight = await send('OPTIONS', TAGS, undefined, {
      headers: { ...headers, 'access-control-request-method': 'GET' },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/x-request-id.*traceparent/);
  });
});

describe('a webhook', () => {
  const webhooks = setUpReceiver({ WEBHOOK_ADDRESSES: 'true' });
  const url = () => testService.url;

  it('carries the identifiers of its own request, also after waiting for others', async () => {
    const { receiver } = webhooks;
    await receiver.subscribe(['entry.update'], { 'x-own': 'kept' });
    const received: IncomingMessage[] = [];
    const waiting: (() => void)[] = [];
    const names = Array.from({ length: 9 }, (_, index) => `change-${index}`);
    const all = new Promise<void>((resolve) =>
      receiver.server.on('request', (request: IncomingMessage, response) => {
        received.push(request);
        request.resume();
        waiting.push(() => response.end());
        // Strapi sends five webhooks at a time; the others wait.
        if (received.length >= 5) for (const end of waiting.splice(0)) end();
        if (received.length === names.length) resolve();
      }),
    );
    const tags = await Promise.all(names.map(() => make('tag')));
    await Promise.all(
      names.map((name, index) =>
        patch(
          `${TAGS}/${tags[index]?.id}`,
          { name: unique('標籤') },
          {
            headers: { 'x-request-id': name, ...(index === 0 ? { traceparent: TRACE, tracestate: 'a=1' } : {}) },
          },
        ),
      ),
    );
    await all;
    expect(received.map(({ headers }) => headers['x-request-id']).sort()).toEqual(names);
    const first = received.find(({ headers }) => headers['x-request-id'] === names[0]);
    expect(first?.headers).toMatchObject({
      traceparent: TRACE,
      tracestate: 'a=1',
      'x-own': 'kept',
      'x-strapi-event': 'entry.update',
    });
    expect(received.filter(({ headers }) => headers.traceparent)).toHaveLength(1);
    expect(url()).toBe(webhooks.service.url);
  });

  it('carries an account with its address where WEBHOOK_ADDRESSES says so', async () => {
    const { receiver } = webhooks;
    await receiver.subscribe(['entry.create']);
    receiver.server.removeAllListeners('request');
    const received: unknown[] = [];
    receiver.server.on('request', async (request, answer) => {
      received.push(await json(request));
      answer.end();
    });
    const { id: number, editor: id } = await make('timeline');
    const ofTimeline = () => received.find((each) => (each as { uid: string }).uid === 'api::timeline.timeline');
    await waitFor(() => ofTimeline() !== undefined);
    expect(ofTimeline()).toMatchObject({ entry: { number, editor: { id, email: expect.stringContaining('@') } } });
  });
});
