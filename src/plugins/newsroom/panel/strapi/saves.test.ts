import {
  CHANGE_HEADER,
  DROPPED_ROWS_HEADER,
  FORMER_SAVES_HEADER,
  ROWS_HEADER,
  UNREAD_HEADER,
} from '../../../../common/change-position';
import { UNSHOWN } from '../unshown';
import { beginCreate, beginFormAt, openCreate, refusedCreate, unansweredCreates } from './creates';
import { isOfFailure, leavePage } from './failed-saves';
import { goOnFrom, type LoadedRecord, type SendSave, watchSaves } from './saves';

type Sent = { method: string; change: string | null; rows: string | null; body: unknown };

const PATH = '/content-manager/collection-types/api::tag.tag/abc';
const sent: Sent[] = [];
let answers: (Response | Promise<never>)[] = [];
let save: (values: object, loaded: LoadedRecord, send: SendSave) => Promise<Response | undefined>;

let onSend: (request: { headers: Headers }) => void;

const record = (data: object, change: number, rows?: string) =>
  Response.json({ data }, { headers: { [CHANGE_HEADER]: String(change), ...(rows && { [ROWS_HEADER]: rows }) } });

beforeAll(() => {
  const fetch = async (_: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    onSend({ headers });
    const [change, rows] = [headers.get(CHANGE_HEADER), headers.get(ROWS_HEADER)];
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    sent.push({ method: init.method ?? 'GET', change, rows, body });
    return answers.shift() ?? Response.json({});
  };
  Object.assign(globalThis, {
    window: { fetch, location: { pathname: '/' } },
    document: { documentElement: { lang: 'zh' } },
  });
  watchSaves((values, loaded, send) => save(values, loaded, send));
});

beforeEach(() => {
  sent.length = 0;
  onSend = () => {};
  save = (values, loaded, send) => send(values as never, loaded);
});

const databaseError = (code: string) => ({
  error: { name: 'DatabaseError', message: 'as the service says', details: { code } },
});

const put = (body: object, path = PATH) => window.fetch(path, { method: 'PUT', body: JSON.stringify(body) });

describe('a form whose record is read again', () => {
  afterEach(() => {
    window.location.pathname = '/';
    jest.useRealTimers();
  });

  it('waits for the connection, as long as it is open', async () => {
    jest.useFakeTimers();
    const lost = () => Promise.reject(new TypeError('Failed to fetch'));
    answers = [record({ name: 'a' }, 5), lost(), lost(), record({ name: 'b' }, 6)];
    await window.fetch(PATH);
    window.location.pathname = `/admin${PATH}`;
    const again = window.fetch(PATH);
    await jest.advanceTimersByTimeAsync(5000);
    expect((await again).status).toBe(200);
    expect(sent).toHaveLength(4);
    window.location.pathname = '/admin';
    answers = [lost()];
    await expect(window.fetch(PATH)).rejects.toThrow('Failed to fetch');
    // What nobody has seen yet is an error at once.
    answers = [lost()];
    await expect(window.fetch(`${PATH}d`)).rejects.toThrow('Failed to fetch');
  });
});

describe('the save of a form', () => {
  it('is sent as that of what the form has loaded, and the next one as that of what it saved', async () => {
    answers = [record({ name: 'a', number: 1 }, 5, '{"steps":[7]}'), record({}, 8)];
    const loaded: LoadedRecord[] = [];
    save = (values, each, send) => {
      loaded.push(each);
      return send(values as never, each);
    };
    await window.fetch(`${PATH}?locale=`);
    for (const name of ['b', 'c']) expect((await put({ name }, `${PATH}?locale=`)).status).toBe(200);
    expect(loaded).toEqual([
      { change: 5, rows: '{"steps":[7]}', data: { name: 'a', number: 1 } },
      { change: 8, data: { name: 'b', number: 1 } },
    ]);
    expect(sent.slice(1)).toEqual([
      { method: 'PUT', change: '5', rows: '{"steps":[7]}', body: { name: 'b' } },
      { method: 'PUT', change: '8', rows: null, body: { name: 'c' } },
    ]);
  });

  it('names what of it the editor may not read and others have changed, with the change that it has shown', async () => {
    const unread: (string | null)[] = [];
    answers = [record({ scores: [] }, 5), record({}, 8), record({}, 9)];
    save = (values, loaded, send) =>
      send(values as never, loaded).then(() => send(values as never, { change: 6, unread: { scores: 5 } }));
    onSend = ({ headers }) => unread.push(headers.get(UNREAD_HEADER));
    await window.fetch(PATH);
    await put({ scores: [1] });
    expect(unread).toEqual([null, null, '{"scores":5}']);
  });

  it('names the rows that it has loaded and the service does not know to be shown, once they are removed', async () => {
    const dropped: (string | null)[] = [];
    const steps = (...ids: number[]) => ids.map((id) => ({ id }));
    answers = [record({ steps: steps(7, 8, 9) }, 5, '{"steps":[7],"links":[]}'), record({}, 8), record({}, 9)];
    save = (values, loaded, send) => {
      const later = { change: 6, rows: '{"steps":[7,8,9],"links":[]}' };
      return send(values as never, loaded).then(() => send(values as never, later));
    };
    onSend = ({ headers }) => dropped.push(headers.get(DROPPED_ROWS_HEADER));
    await window.fetch(PATH);
    await put({ steps: [{ id: 7 }, { id: 9 }, {}] });
    expect(dropped).toEqual([null, '{"steps":[8]}', null]);
    // That save goes on from a later change, which the form has not shown.
    answers = [record({}, 10)];
    save = (values, loaded, send) => send(values as never, loaded);
    await put({ steps: [{ id: 7 }] });
    expect(sent.at(-1)).toMatchObject({ change: '5', rows: '{"steps":[7],"links":[]}' });
    expect(dropped.at(-1)).toBe('{"steps":[8,9]}');
  });

  it('is sent once if it is sent twice', async () => {
    answers = [record({ name: 'a' }, 5), record({ name: 'b' }, 6), record({}, 7)];
    await window.fetch(PATH);
    const [first, second] = await Promise.all([put({ name: 'b' }), put({ name: 'b' })]);
    expect([await first?.json(), await second?.json()]).toEqual([{ data: { name: 'b' } }, { data: { name: 'b' } }]);
    expect(sent).toHaveLength(2);
    await put({ name: 'b' });
    expect(sent).toHaveLength(3);
  });

  it('names those before it that got no answer, and knows what they have sent', async () => {
    const requests: (string | null)[][] = [];
    const known: (string[] | undefined)[] = [];
    onSend = ({ headers }) => requests.push([headers.get('X-Request-Id'), headers.get(FORMER_SAVES_HEADER)]);
    save = (values, loaded, send) => {
      known.push(loaded.unanswered?.attributes);
      return send(values as never, loaded);
    };
    answers = [
      record({ name: 'a' }, 5),
      Promise.reject(new TypeError('Failed to fetch')),
      Response.json({ error: { name: 'ForbiddenError', message: 'no' } }, { status: 403 }),
      new Response('proxy', { status: 504 }),
      record({}, 8),
      record({}, 9),
    ];
    await window.fetch(PATH);
    for (const body of [{ name: 'b' }, { note: 'x' }, { name: 'c' }, { name: 'd' }, { name: 'e' }]) await put(body);
    const [lost, , unknown] = requests.slice(1).map(([request]) => request);
    expect(requests.slice(1).map(([, former]) => former)).toEqual([null, lost, lost, `${lost},${unknown}`, null]);
    expect(known).toEqual([undefined, ['name'], ['name'], ['name', 'name'], undefined]);
    expect(new Set(requests.slice(1).map(([request]) => request)).size).toBe(5);
  });

  it('passes as it is if nobody knows what its form has loaded, as do other requests', async () => {
    await put({ name: 'b' }, '/content-manager/collection-types/api::tag.tag/other');
    await window.fetch(PATH, { method: 'DELETE' });
    await put({ name: 'b' }, `${PATH}/actions/publish`);
    expect(sent.map(({ change }) => change)).toEqual([null, null, null]);
  });

  it('that is given up or refused leaves the form unsaved', async () => {
    answers = [record({}, 5)];
    await window.fetch(PATH);
    save = async () => undefined;
    const unsaved = { name: 'ValidationError', details: { errors: [] } };
    expect((await (await put({})).json()).error).toMatchObject({ ...unsaved, message: UNSHOWN });
    save = (values, loaded, send) => send(values as never, loaded);
    const faults = { name: 'ValidationError', message: 'bad', details: { errors: [{ path: ['name'] }] } };
    answers = [Response.json({ error: faults }, { status: 400 })];
    expect((await (await put({})).json()).error).toEqual(faults);
  });

  it.each([
    ['未儲存', 503, databaseError('UNAVAILABLE')],
    ['不確定是否已儲存', 503, databaseError('OUTCOME_UNKNOWN')],
    ['不確定是否已儲存', 500, { error: { name: 'InternalServerError', message: 'oops', details: {} } }],
    ['不確定是否已儲存', 502, 'a page of a proxy'],
    ['as the service says', 500, databaseError('INTERNAL_ERROR')],
    ['as the service says', 403, { error: { name: 'ForbiddenError', message: 'as the service says', details: {} } }],
  ])('that fails says whether it is stored: %s, %i', async (words, status, body) => {
    answers = [record({}, 5), Response.json(body, { status })];
    await window.fetch(PATH);
    const answer = await put({});
    expect([answer.status, (await answer.json()).error]).toEqual([
      status,
      expect.objectContaining({ name: 'ValidationError', status, message: expect.stringContaining(words) }),
    ]);
  });

  it.each([
    [404, 'Entity not found', { error: { name: 'NotFoundError', message: 'Entity not found' } }],
    [503, '不確定是否已儲存', { error: 'no such route' }],
    [503, '不確定是否已儲存', 'a page of a proxy'],
  ])(
    'is answered 404 only by the service, which means that its record is deleted: %i, %s',
    async (status, words, body) => {
      answers = [record({}, 5), Response.json(body, { status: 404 })];
      await window.fetch(PATH);
      const answer = await put({});
      expect([answer.status, (await answer.json()).error.message]).toEqual([status, expect.stringContaining(words)]);
    },
  );

  it('whose form has been left meanwhile names its record', async () => {
    const messageOf = async (answer: Response) => (await answer.json()).error.message;
    const bad = Response.json({ error: { name: 'ValidationError', message: 'bad', details: {} } }, { status: 400 });
    for (const [failure, words] of [
      [Promise.reject(new TypeError('Failed to fetch')), '標籤 甲：不確定是否已儲存'],
      [bad, '標籤 甲：bad'],
    ] as const) {
      answers = [record({ name: '甲', number: 5 }, 5), failure];
      await window.fetch(PATH);
      const late = put({});
      leavePage();
      expect(await messageOf(await late)).toMatch(new RegExp(`^${words}`));
    }
    const there = { error: { name: 'ConflictError', message: 'there', details: { created: 'abc' } } };
    for (const [failure, words] of [
      [bad.clone(), '標籤：bad'],
      [
        Response.json(there, { status: 409 }),
        '標籤：沒有再新增：前一次其實已經存好了。請到列表開啟那一筆，需要的話再修改。',
      ],
    ] as const) {
      answers = [failure];
      const created = window.fetch('/content-manager/collection-types/api::tag.tag', { method: 'POST', body: '{}' });
      leavePage();
      expect(await messageOf(await created)).toBe(words);
    }
  });

  it('that gets no answer says that nobody knows, in the language of the editor', async () => {
    const lost = () => [Promise.reject(new TypeError('Failed to fetch'))];
    const messageOf = async (answer: Response) => (await answer.json()).error.message;
    answers = lost();
    expect(await messageOf(await put({}))).toContain('不確定是否已儲存');
    const create = () => window.fetch(PATH.replace(/\/abc$/, ''), { method: 'POST', body: '{}' });
    answers = lost();
    expect(await messageOf(await create())).toContain('不確定是否已新增');
    answers = [Response.json(databaseError('UNAVAILABLE'), { status: 503 })];
    expect(await messageOf(await create())).toContain('不確定是否已新增');
    document.documentElement.lang = 'en';
    answers = lost();
    expect(await messageOf(await create())).toMatch(/^It is not known whether this is saved.* not created twice/);
  });

  it('of a new record is not sent again if one before it got no answer and is stored', async () => {
    document.documentElement.lang = 'zh';
    const requests: (string | null)[][] = [];
    onSend = ({ headers }) => requests.push([headers.get('X-Request-Id'), headers.get(FORMER_SAVES_HEADER)]);
    const address = '/content-manager/collection-types/api::doc.doc';
    const requestsOf = () => unansweredCreates('api::doc.doc')?.requests.map(({ id }) => id);
    const created = { name: 'ConflictError', message: 'there', details: { created: 'abc' } };
    const refusal = { name: 'ForbiddenError', message: 'no' };
    const create = (body = '{}') => window.fetch(address, { method: 'POST', body });
    window.location.pathname = `/admin${address}/create`;
    answers = [
      Promise.reject(new TypeError('Failed to fetch')),
      new Response('proxy', { status: 502 }),
      Response.json({ error: refusal }, { status: 403 }),
      Response.json({ error: created }, { status: 409 }),
      Response.json({ error: created }, { status: 409 }),
      Response.json({ data: { id: 2 } }),
    ];
    expect((await create()).ok).toBe(false);
    for (const words of ['不確定是否已新增', 'no', UNSHOWN, UNSHOWN])
      expect((await (await create()).json()).error.message).toContain(words);
    const [first, second] = requests.map(([id]) => id);
    const both = `${first},${second}`;
    expect(requests.map(([, former]) => former)).toEqual([null, first, both, both, both]);
    // In place of a message its editor is asked: to save once more creates no other record unless that is chosen.
    expect(refusedCreate.get()).toMatchObject({ uid: 'api::doc.doc', documentId: 'abc' });
    expect(requestsOf()).toEqual([first, second]);
    refusedCreate.get()?.letAnother();
    expect((await create()).ok).toBe(true);
    expect([requests.at(-1)?.[1], requestsOf()]).toEqual([null, undefined]);
    // Another form, and the draft of the first one.
    answers = [Promise.reject(new TypeError('Failed to fetch')), Response.json({}), Response.json({})];
    await create();
    beginCreate('api::doc.doc');
    await create();
    beginCreate('api::doc.doc', { requests: [{ id: 'lost', at: 1 }], attributes: [] });
    await create();
    expect(requests.slice(-2).map(([, former]) => former)).toEqual([null, 'lost']);
    // The page of a copy is a form, too.
    const copy = `${address}/clone/c1`;
    window.location.pathname = `/admin${copy}`;
    answers = [
      Promise.reject(new TypeError('Failed to fetch')),
      new Response('proxy', { status: 502 }),
      Response.json({}),
    ];
    for (const body of ['{"from":1}', '{"from":2}']) await window.fetch(copy, { method: 'POST', body });
    beginFormAt(`/admin${copy}`);
    await window.fetch(copy, { method: 'POST', body: '{"from":2}' });
    const [[copied] = []] = requests.slice(-3);
    expect(requests.slice(-3).map(([, former]) => former)).toEqual([null, copied, null]);
    // Without a form of its own, as on the topic map, only the same record is the same.
    window.location.pathname = '/admin/plugins/newsroom/topic-map';
    answers = [Promise.reject(new TypeError('Failed to fetch')), Response.json({}), Response.json({})];
    for (const body of ['{"from":1}', '{"from":2}', '{"from":1}']) await create(body);
    const [lost] = requests.at(-3) ?? [];
    expect(requests.slice(-3).map(([, former]) => former)).toEqual([null, null, lost]);
  });

  it('of a new record in a dialog never creates another one as long as it is open, and the message stays', async () => {
    document.documentElement.lang = 'zh';
    const formers: (string | null)[] = [];
    const requests: (string | null)[] = [];
    onSend = ({ headers }) => {
      formers.push(headers.get(FORMER_SAVES_HEADER));
      requests.push(headers.get('X-Request-Id'));
    };
    const close = openCreate('api::insight.insight');
    const created = { name: 'ConflictError', message: 'there', details: { created: 'abc' } };
    const refusal = () => Response.json({ error: created }, { status: 409 });
    answers = [Promise.reject(new TypeError('Failed to fetch')), refusal(), refusal()];
    const create = async (body: string) => {
      const init = { method: 'POST', body };
      return (await (await window.fetch('/content-manager/collection-types/api::insight.insight', init)).json()).error;
    };
    await create('{"from":1}');
    for (const body of ['{"from":1}', '{"from":2}']) {
      const { message } = await create(body);
      expect([message, isOfFailure(message)]).toEqual([expect.stringContaining('就可以開啟那一筆'), true]);
    }
    expect(formers).toEqual([null, requests[0], requests[0]]);
    close();
  });

  it('goes on from what an earlier form had loaded, and names its saves, also if nothing has changed since', async () => {
    const formers: (string | null)[] = [];
    onSend = ({ headers }) => formers.push(headers.get(FORMER_SAVES_HEADER));
    const unanswered = { requests: [{ id: 'lost', at: 1 }], attributes: ['name'] };
    for (const change of [5, 4]) {
      answers = [record({ name: 'a' }, 5), record({}, 6)];
      await window.fetch(PATH);
      goOnFrom('api::tag.tag', 'abc', { change, data: { name: 'a' }, unanswered });
      await put({ name: 'b' });
      expect([sent.at(-1)?.change, formers.at(-1)]).toEqual([String(change), 'lost']);
    }
  });

  it.each([
    [5, '{"steps":[7]}'],
    [4, null],
  ])('goes on with the rows of today if nothing has changed since: %i', async (change, rows) => {
    answers = [record({ name: 'a' }, 5, '{"steps":[7]}'), record({}, 6)];
    await window.fetch(PATH);
    goOnFrom('api::tag.tag', 'abc', { change, data: {} });
    await put({ name: 'b' });
    expect(sent.at(-1)).toMatchObject({ change: String(change), rows });
  });
});
