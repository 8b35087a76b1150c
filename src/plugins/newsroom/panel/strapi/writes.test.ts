import { isSave, type RecordWrite, watchWrites } from './writes';

type Sent = { url: string; init: RequestInit | undefined };

const sent: Sent[] = [];
const done: [RecordWrite, string][] = [];
let status = 200;

beforeAll(() => {
  const fetch = async (url: string, init?: RequestInit) => {
    sent.push({ url, init });
    return new Response('', { status, headers: { 'X-Request-Id': 'r1' } });
  };
  Object.assign(globalThis, { window: { fetch } });
  watchWrites({
    headersFor: ({ target }): Record<string, string> => (target === 'noted' ? { 'X-Note': 'why' } : {}),
    onDone: (write, { request }) => done.push([write, request]),
  });
});

beforeEach(() => {
  sent.length = 0;
  done.length = 0;
  status = 200;
});

const put = (path: string) =>
  window.fetch(`/content-manager/collection-types/${path}`, { method: 'PUT', headers: { accept: 'json' } });

describe('a write of a record', () => {
  it('is told with the id of its request', async () => {
    await put('api::tag.tag/abc?locale=x');
    expect(done).toEqual([[{ uid: 'api::tag.tag', target: 'abc' }, 'r1']]);
    await window.fetch('/content-manager/collection-types/api%3A%3Atag.tag', { method: 'POST' });
    expect(done.at(-1)).toEqual([{ uid: 'api::tag.tag' }, 'r1']);
  });

  it('takes further headers along, besides its own', async () => {
    await put('api::tag.tag/noted');
    const headers = new Headers(sent[0]?.init?.headers);
    expect([headers.get('accept'), headers.get('X-Note')]).toEqual(['json', 'why']);
    await put('api::tag.tag/other');
    expect(sent[1]?.init?.headers).toEqual({ accept: 'json' });
  });

  it('that is refused is not told', async () => {
    status = 409;
    await put('api::tag.tag/abc');
    expect(done).toEqual([]);
  });
});

it('other requests pass unchanged', async () => {
  await window.fetch('/content-manager/collection-types/api::tag.tag/noted');
  await window.fetch('/newsroom/history/restore', { method: 'POST' });
  expect(sent.map(({ init }) => init)).toEqual([undefined, { method: 'POST' }]);
  expect(done).toEqual([]);
});

it.each([
  ['PUT', 'api::tag.tag/abc', true],
  ['POST', 'api::tag.tag?locale=x', true],
  ['POST', 'api::tag.tag/clone/abc', true],
  ['POST', 'api::tag.tag/actions/bulkDelete', false],
  ['DELETE', 'api::tag.tag/abc', false],
  ['GET', 'api::tag.tag/abc', false],
])('%s %s: whether it saves a form is %p', (method, path, expected) => {
  expect(isSave(`/content-manager/collection-types/${path}`, { method })).toBe(expected);
});
