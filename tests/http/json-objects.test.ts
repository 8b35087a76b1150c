import { type Answer, faultsOf, get, patch, post } from '../support/client';
import { make } from '../support/factory';

/** Free-form JSON: tests a timeline's `data` for all such fields, and a park event, which has six of them. */
const TIMELINES = '/comp/timelines';
const EVENTS = '/console/park/events';

let path: string;

beforeAll(async () => {
  path = `${TIMELINES}/${(await make('timeline')).id}`;
});

const stored = async (data: unknown): Promise<Answer['body']> => {
  const answer = await patch(path, { data });
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  expect((await get(path)).body.data).toEqual(answer.body.data);
  return answer.body.data;
};

/** Nests this many objects: `{"a": {"a": …}}`. */
const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`);

describe('a free-form JSON object', () => {
  it('is kept as it is given: nested values, any text, any key', async () => {
    const data = {
      文字: '臺灣 \u{1F600} "引號" \\ \n \u0001 \u2028',
      empty: '',
      list: [null, true, false, 0, -1.5, 'null', [], {}, [[1], { 甲: [] }]],
      '': { ' ': 1 },
      id: 5,
      documentId: 'x',
      __component: 'y',
      constructor: { prototype: 1 },
      $where: 'a.b',
      'a.b[0]': 2,
    };
    expect(await stored(data)).toEqual(data);
    const proto = JSON.parse('{"__proto__": {"a": 1}, "toString": 1}');
    const answered = await stored(proto);
    expect([Object.keys(answered).sort(), answered.a]).toEqual([['__proto__', 'toString'], undefined]);
  });

  it('keeps numbers as they are', async () => {
    const numbers = [9_007_199_254_740_991, 0.1, 1e21, 1.7976931348623157e308, 5e-324, -0.000001];
    expect((await stored({ numbers })).numbers).toEqual(numbers);
  });

  it('is replaced as a whole, not merged', async () => {
    await stored({ a: { b: 1 }, c: 2 });
    expect(await stored({ a: { d: 3 } })).toEqual({ a: { d: 3 } });
  });

  it('is not changed by the same keys in another order, but by other values', async () => {
    await patch(path, { data: { a: 1, b: { c: [1, 2], d: 2 } } });
    const before = (await get(path)).text;
    await patch(path, { data: { b: { d: 2, c: [1, 2] }, a: 1 } });
    expect((await get(path)).text).toBe(before);
    await patch(path, { data: { a: 1, b: { c: [2, 1], d: 2 } } });
    expect((await get(path)).text).not.toBe(before);
  });

  it('is empty where there is none: absent, null or {}', async () => {
    const created = await post(TIMELINES, { title: 't', description: 'd', authors: [], tags: [], data: null });
    expect(created.body.data).toEqual({});
    expect((await make('timeline')).data).toEqual({});
    await stored({ a: 1 });
    expect(await stored(null)).toEqual({});
    await stored({ a: 1 });
    expect(await stored({})).toEqual({});
    expect((await get(TIMELINES)).body.rows.every(({ data }: { data: unknown }) => data !== null)).toBe(true);
  });

  it.each([[[]], [[{ a: 1 }]], ['{"a": 1}'], [''], [0], [1], [true], [false]])('refuses %j', async (data) => {
    expect(faultsOf(await patch(path, { data }))).toEqual(['data INVALID_TYPE']);
  });

  it('refuses text that PostgreSQL cannot keep, wherever it stands', async () => {
    const bad = '{"data": {"a": "\\u0000", "b": ["ok", "x\\ud800"], "c\\u0000": 1, "d": {"e": [{"f": "\\udc00"}]}}}';
    const answer = await patch(path, bad);
    expect([answer.status, faultsOf(answer)]).toEqual([
      400,
      ['data INVALID_VALUE', 'data.a INVALID_VALUE', 'data.b[1] INVALID_VALUE', 'data.d.e[0].f INVALID_VALUE'],
    ]);
  });

  it('refuses numbers beyond all measure, and too deep a nest', async () => {
    expect(faultsOf(await patch(path, '{"data": {"a": 1e400, "b": -1e999}}'))).toEqual([
      'data.a INVALID_VALUE',
      'data.b INVALID_VALUE',
    ]);
    expect((await patch(path, { data: nested(100) })).status).toBe(200);
    expect((await patch(path, { data: nested(101) })).status).toBe(400);
    const deep = await patch(path, `{"data": ${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`);
    expect([deep.status, deep.body.message]).toEqual([400, 'INVALID_INPUT']);
    const lists = await patch(path, `{"data": {"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}}`);
    expect(lists.status).toBe(400);
  });

  it('may be big', async () => {
    const data = { list: Array.from({ length: 4_900 }, (_, index) => ({ index, 字: '臺' })) };
    expect(await stored(data)).toEqual(data);
    await stored(null);
  });

  it('stands six times in a park event, each for itself', async () => {
    const objects = {
      location: { name: '巷口圖書室', address: '臺北市', lat: 25.0263, lng: 121.5436 },
      repeat_rules: { frequency: 'monthly', except: ['2026-10-03'] },
      next_actions: { sign_up: { label: '報名', url: 'https://park.example' } },
      documentation: { photos: ['/1.jpg'] },
      related_content: { rs_bills: [1] },
      data: { anything: [1, 'two', { three: 3 }] },
    };
    const event = await make('park-event', objects);
    expect(event).toMatchObject(objects);
    const changed = await patch(`${EVENTS}/${event.id}`, { location: { name: '線上' }, documentation: null });
    expect(changed.body).toMatchObject({ ...objects, location: { name: '線上' }, documentation: {} });
    const wrong = await patch(`${EVENTS}/${event.id}`, { location: [], next_actions: 'x', data: 1, repeat_rules: {} });
    expect(faultsOf(wrong)).toEqual(['data INVALID_TYPE', 'location INVALID_TYPE', 'next_actions INVALID_TYPE']);
    expect((await get(`${EVENTS}/${event.id}`)).body).toEqual(changed.body);
  });
});
