import { type Answer, faultsOf, get, patch, post, send, testService } from '../support/client';
import { make, unique } from '../support/factory';
import { credentialOf, sendExact } from '../support/send-exact';

const LAB = '/console/lab';
const TAGS = `${LAB}/rs_tags`;
const ORIGIN = { origin: 'https://console.example' };

/** Sends a body and a content type exactly as passed, or no content type. */
async function raw(method: string, path: string, body: string | Buffer, contentType?: string): Promise<Answer> {
  const answer = await fetch(`${testService.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${testService.tokens.editor}`,
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    },
    body: new Uint8Array(Buffer.from(body)),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
}

/** Sends a path exactly as passed, without normalization. */
const exactly = (path: string) => sendExact({ path, headers: credentialOf('editor') });

describe('400: a body', () => {
  it.each([
    ['that ends too soon', '{"name": "甲"'],
    ['with a comma too many', '{"name": "甲",}'],
    ['that is no JSON at all', 'name=甲'],
    ['of spaces', '   '],
  ])('%s', async (_, body) => {
    const answer = await post(TAGS, body);
    expect([answer.status, answer.body.statusCode, answer.body.message]).toEqual([400, 400, 'INVALID_INPUT']);
    expect(faultsOf(answer)).toEqual([' INVALID_TYPE']);
  });

  it('that is not UTF-8', async () => {
    const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xa4, 0xa4, 0xc3]), Buffer.from('"}')]);
    const answer = await raw('POST', TAGS, body, 'application/json');
    expect([answer.status, answer.body.message]).toEqual([400, 'INVALID_INPUT']);
  });

  it.each(['[]', '"甲"', '7', 'true', 'null'])('that is not an object: %s', async (body) => {
    const tag = await make('tag');
    for (const answer of [await post(TAGS, body), await patch(`${TAGS}/${tag.id}`, body)]) {
      expect([answer.status, answer.body.message, faultsOf(answer)]).toEqual([400, 'INVALID_INPUT', [' INVALID_TYPE']]);
    }
  });

  it('that is not there', async () => {
    const tag = await make('tag');
    for (const answer of [await send('POST', TAGS), await send('PATCH', `${TAGS}/${tag.id}`)]) {
      expect([answer.status, answer.body.message]).toEqual([400, 'INVALID_INPUT']);
    }
  });

  it.each([
    ['the NUL character', 'a\\u0000b'],
    ['half a surrogate pair', 'a\\ud83d'],
  ])('with %s in a text', async (_, text) => {
    const answer = await post(TAGS, `{"name":"${text}"}`);
    expect([answer.status, faultsOf(answer)]).toEqual([400, ['name INVALID_VALUE']]);
    const bill = await make('bill');
    const named = await patch(`${LAB}/rs_bills/${bill.id}`, `{"tags":["${text}"]}`);
    expect([named.status, faultsOf(named)]).toEqual([400, ['tags[0] INVALID_VALUE']]);
  });

  it('nested beyond all measure', async () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"name":', '}'],
    ]) {
      const nested = `${open?.repeat(100_000)}1${close?.repeat(100_000)}`;
      const answer = await post(TAGS, `{"name":${nested}}`);
      expect([answer.status, answer.body.message]).toEqual([400, 'INVALID_INPUT']);
    }
    expect((await get(TAGS)).status).toBe(200);
  });

  it('with every fault named at once, each with path, code and a sentence', async () => {
    const answer = await post(`${LAB}/rs_bills`, { is_law: 'no', term_index: -1, act_features: [{ act_dir_id: 'x' }] });
    expect([answer.status, answer.body.statusCode, answer.body.message]).toEqual([400, 400, 'INVALID_INPUT']);
    expect(faultsOf(answer)).toEqual([
      'act_features[0].act_dir_id INVALID_TYPE',
      'act_features[0].act_feature_id REQUIRED',
      'act_features[0].content REQUIRED',
      'act_features[0].short_content REQUIRED',
      'act_id REQUIRED',
      'is_law INVALID_TYPE',
      'term_index OUT_OF_RANGE',
    ]);
    for (const fault of answer.body.errors) expect(Object.keys(fault).sort()).toEqual(['code', 'message', 'path']);
    for (const { message } of answer.body.errors) expect(message).toMatch(/\w+ \w+/);
  });
});

describe('400: a query', () => {
  it('with the NUL character', async () => {
    const answer = await get(`${TAGS}?name=%00`);
    expect([answer.status, faultsOf(answer)]).toEqual([400, ['name INVALID_VALUE']]);
  });

  it('with a parameter that the list does not know, one given twice, and a malformed one', async () => {
    const answer = await get(`${LAB}/rs_bills?terms=9&act=1&act=2&term=ninth`);
    expect([answer.status, answer.body.message]).toEqual([400, 'INVALID_INPUT']);
    expect(faultsOf(answer)).toEqual(['act DUPLICATE', 'term INVALID_TYPE', 'terms UNKNOWN_PARAMETER']);
  });

  it.each(['__proto__', 'constructor', 'toString'])('with the parameter %s', async (name) => {
    expect(faultsOf(await get(`${TAGS}?${name}=1`))).toEqual([`${name} UNKNOWN_PARAMETER`]);
  });
});

describe('415', () => {
  it.each([
    ['text', 'text/plain'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['another charset', 'application/json; charset=big5'],
    ['no type', undefined],
  ])('for %s', async (_, type) => {
    const answer = await raw('POST', TAGS, JSON.stringify({ name: unique() }), type);
    expect([answer.status, answer.body]).toEqual([415, { statusCode: 415, message: 'UNSUPPORTED_MEDIA_TYPE' }]);
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
  ])('not for %s', async (type) => {
    const name = unique('標');
    const answer = await raw('POST', TAGS, JSON.stringify({ name }), type);
    expect([answer.status, answer.body.name]).toEqual([201, name]);
  });
});

describe('413', () => {
  const body = (bytes: number) => JSON.stringify({ name: unique(), description: 'x'.repeat(bytes) });

  it('for a body over five megabytes, and the sender can read it', async () => {
    const answer = await post(TAGS, body(6 * 1024 * 1024));
    expect([answer.status, answer.body]).toEqual([413, { statusCode: 413, message: 'PAYLOAD_TOO_LARGE' }]);
  });

  it('for a stream of more than five megabytes without a length', async () => {
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    let left = 12;
    const stream = new ReadableStream<Uint8Array>({
      pull: (to) => (left-- > 0 ? to.enqueue(new Uint8Array(chunk)) : to.close()),
    });
    const headers = { authorization: `Bearer ${testService.tokens.editor}`, 'content-type': 'application/json' };
    const options: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body: stream, duplex: 'half' };
    const answer = await fetch(`${testService.url}${TAGS}`, options);
    expect([answer.status, await answer.json()]).toEqual([413, { statusCode: 413, message: 'PAYLOAD_TOO_LARGE' }]);
  });

  it('not for one just below', async () => {
    const answer = await post(TAGS, body(5 * 1024 * 1024 - 200));
    expect(answer.status).toBe(201);
  });
});

describe('404', () => {
  it.each([
    '/console',
    '/console/',
    '/console/nope',
    `${LAB}/rs_bill_s`,
    `${LAB}/rs_bills/1/2`,
    `${LAB}/rs_bills/`,
    '/comp/nope',
    '/citizen/nope',
    '/c0ngress',
    '/c0ngress/nope',
    '/console/lab/RS_BILLS',
  ])('for %s, in our shape', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await send(method, path, method === 'POST' ? {} : undefined);
      expect([answer.status, answer.body]).toEqual([404, { statusCode: 404, message: 'NOT_FOUND' }]);
    }
  });

  it.each([
    '/api/console/lab/rs_bills',
    '/api/console/lab/rs_bills/1',
    '/API/console/lab/rs_bills',
    '/api//console/lab/rs_bills',
    '/API//console/lab/rs_bills',
    '//api/console/lab/rs_bills',
    '/api/CONSOLE/lab/rs_bills',
    '/api/c0ngress/zones',
    '/api/console/lab/rs_bills/',
    '/api/%63onsole/lab/rs_bills',
    '/%61pi/console/lab/rs_bills',
    '/api/./console/lab/rs_bills',
    '/api/console/../console/lab/rs_bills',
  ])('for %s: nothing is served twice', async (path) => {
    expect((await exactly(path)).status).toBe(404);
  });

  it.each(['%E0%A4%A', '%', '0', '01x', '+1', '1e3', '2147483647'])('for the identifier %s', async (id) => {
    const { status, text } = await exactly(`${TAGS}/${id}`);
    expect([status, JSON.parse(text)]).toEqual([404, { statusCode: 404, message: 'NOT_FOUND' }]);
  });
});

it.each([
  ['PUT', TAGS, 'GET, HEAD, POST'],
  ['DELETE', TAGS, 'GET, HEAD, POST'],
  ['POST', `${TAGS}/1`, 'GET, HEAD, PATCH, DELETE'],
  ['PUT', `${TAGS}/1`, 'GET, HEAD, PATCH, DELETE'],
  ['POST', '/c0ngress/zones', 'GET, HEAD'],
])('405: %s %s names the methods that there are', async (method, path, allow) => {
  const answer = await send(method, path, {});
  expect([answer.status, answer.body]).toEqual([405, { statusCode: 405, message: 'METHOD_NOT_ALLOWED' }]);
  expect(answer.headers.get('allow')).toBe(allow);
});

describe('401 and 403', () => {
  it.each([
    ['no credential', { as: 'public' as const }],
    ['nonsense', { authorization: 'Bearer nonsense' }],
    ['a forged token', { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJ1c2VySWQiOiIxIn0.' }],
    ['an admin’s session', { as: 'admin' as const }],
  ])('401: %s', async (_, who) => {
    for (const method of ['GET', 'POST']) {
      const answer = await send(method, TAGS, method === 'POST' ? {} : undefined, who);
      expect([answer.status, answer.body]).toEqual([401, { statusCode: 401, message: 'UNAUTHENTICATED' }]);
    }
  });

  it('403: a citizen, for reading and writing, whether the record exists or not', async () => {
    const { id } = await make('tag');
    for (const [method, path] of [
      ['GET', TAGS],
      ['POST', TAGS],
      ['PATCH', `${TAGS}/${id}`],
      ['DELETE', `${TAGS}/${id}`],
      ['GET', `${TAGS}/2147483647`],
    ] as const) {
      const answer = await send(method, path, method === 'GET' ? undefined : {}, { as: 'citizen' });
      expect([answer.status, answer.body]).toEqual([403, { statusCode: 403, message: 'FORBIDDEN' }]);
    }
    expect((await get(`${TAGS}/${id}`)).status).toBe(200);
  });

  it('a bare token is a credential as well', async () => {
    expect((await get(TAGS, { authorization: testService.tokens.editor })).status).toBe(200);
  });
});

describe('every answer', () => {
  const ANSWERS: [number, () => Promise<Answer>][] = [
    [200, () => get(TAGS, { headers: ORIGIN })],
    [400, () => get(`${TAGS}?nope=1`, { headers: ORIGIN })],
    [401, () => get(TAGS, { as: 'public', headers: ORIGIN })],
    [403, () => get(TAGS, { as: 'citizen', headers: ORIGIN })],
    [404, () => get('/console/nope', { headers: ORIGIN })],
    [405, () => send('PUT', TAGS, {}, { headers: ORIGIN })],
    [413, () => post(TAGS, { name: 'x'.repeat(6_000_000) }, { headers: ORIGIN })],
    [415, () => post(TAGS, '{}', { headers: { ...ORIGIN, 'content-type': 'text/plain' } })],
  ];

  it.each(ANSWERS)('%d can be read by a console of another origin', async (status, ask) => {
    const { status: received, headers } = await ask();
    expect([received, headers.get('access-control-allow-origin')]).toEqual([
      status,
      expect.stringMatching(/^(\*|https:\/\/console\.example)$/),
    ]);
    const exposed = headers.get('access-control-expose-headers')?.split(', ');
    expect(exposed).toEqual(expect.arrayContaining(['etag', 'location', 'ignored-fields', 'retry-after']));
  });

  it.each(ANSWERS)('%d is JSON that cannot be taken for anything else', async (_, ask) => {
    const { headers } = await ask();
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-powered-by')).toBeNull();
  });
});
