import { del, get, patch, post } from '../support/client';
import { make, requiredBody, resourceByKind } from '../support/factory';

/** Paths that mix singular and plural in the specification also answer in the other spelling (conventions 1.5). */
const MIXED = [
  { kind: 'bill-data-set', one: '/console/lab/bill_data_set', many: '/console/lab/bill_data_sets', read: 'many' },
  {
    kind: 'statement-data-set',
    one: '/console/lab/statement_data_set',
    many: '/console/lab/statement_data_sets',
    read: 'many',
  },
  { kind: 'data-report', one: '/console/lab/data_report', many: '/console/lab/data_reports', read: 'one' },
  { kind: 'topic-overview', one: '/console/lab/topic_overview', many: '/console/lab/topic_overviews', read: 'one' },
  { kind: 'insight', one: '/console/lab/insight', many: '/console/lab/insights', read: 'one' },
  { kind: 'figure', one: '/console/comp/figure', many: '/console/comp/figures', read: 'one' },
] as const;

/** Allows paths that are not described: their answers must match those of the described path. */
const ALIAS = { isAlias: true };

const bodyOf = (kind: string) => requiredBody(resourceByKind(kind));

describe.each(MIXED)('a $kind', ({ kind, one, many, read }) => {
  const documented = read === 'one' ? one : many;

  it('is listed, made, read, changed and deleted by either spelling', async () => {
    for (const path of [one, many]) {
      const other = (than: string) => ({ isAlias: path !== than });
      const created = await post(path, await bodyOf(kind), other(one));
      expect([created.status, created.headers.get('location')]).toEqual([201, `${documented}/${created.body.id}`]);
      const item = `${path}/${created.body.id}`;
      const answer = await get(item, other(documented));
      expect([answer.status, answer.text]).toEqual([200, (await get(`${documented}/${created.body.id}`)).text]);
      expect((await patch(item, created.body, other(one))).body).toEqual(created.body);
      const list = await get(`${path}?all`, other(many));
      expect(list.body.rows.at(-1).id).toBe(created.body.id);
      expect((await del(item, other(one))).status).toBe(204);
      expect((await get(item, other(documented))).status).toBe(404);
    }
  });

  it('asks for the same credential by either spelling, and names the same methods', async () => {
    const { id } = await make(kind);
    for (const path of [one, many]) {
      for (const each of [path, `${path}/${id}`]) {
        expect((await get(each, { as: 'public' })).status).toBe(401);
        expect((await get(each, { as: 'citizen' })).status).toBe(403);
      }
      expect((await del(path)).headers.get('allow')).toBe('GET, HEAD, POST');
      expect((await post(`${path}/${id}`, {})).headers.get('allow')).toBe('GET, HEAD, PATCH, DELETE');
    }
  });

  it('is described by the spelling of the specification only', async () => {
    const { paths } = (await get('/openapi.json', { as: 'public' })).body;
    const other = documented === one ? many : one;
    const methods = (path: string) =>
      Object.keys(paths[path] ?? {}).filter((key) => /^(get|post|patch|delete)$/.test(key));
    expect(methods(many)).toEqual(['get']);
    expect(methods(one)).toEqual(['post']);
    expect(
      methods(`${documented}/{id}`)
        .concat(methods(`${other}/{id}`))
        .sort(),
    ).toEqual(['delete', 'get', 'patch']);
    expect(methods(`${one}/{id}`)).toEqual(expect.arrayContaining(['patch', 'delete']));
  });
});

describe('a timeline event', () => {
  it('is deleted below lab, and below comp as well', async () => {
    for (const path of ['/console/lab/timeline_events', '/console/comp/timeline_events']) {
      const { id } = await make('timeline-event');
      expect((await del(`${path}/${id}`, ALIAS)).status).toBe(204);
      expect((await get(`/console/comp/timeline_events/${id}`)).status).toBe(404);
    }
  });

  it('is neither made nor changed below lab', async () => {
    const { id } = await make('timeline-event');
    const made = await post('/console/lab/timeline_events', {});
    expect([made.status, made.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const changed = await patch(`/console/lab/timeline_events/${id}`, {});
    expect([changed.status, changed.headers.get('allow')]).toEqual([405, 'GET, HEAD, DELETE']);
    const { paths } = (await get('/openapi.json', { as: 'public' })).body;
    expect(paths['/console/comp/timeline_events/{id}']).not.toHaveProperty('delete');
    expect(paths['/console/lab/timeline_events/{id}']).toHaveProperty('delete');
  });
});

/** Aliases that the console reads (conventions 1.5); `list` and `one` are the described paths. */
const READ_ELSEWHERE = [
  { kind: 'figure', list: '/console/comp/figures', one: '/console/comp/figure', at: '/console/lab/figures' },
  { kind: 'figure', list: '/console/comp/figures', one: '/console/comp/figure', at: '/console/lab/figure' },
  {
    kind: 'timeline-event',
    list: '/console/comp/timeline_events',
    one: '/console/comp/timeline_events',
    at: '/console/lab/timeline_events',
  },
  { kind: 'timeline', list: '/comp/timelines', one: '/comp/timelines', at: '/console/comp/timelines' },
] as const;

describe.each(READ_ELSEWHERE)('a $kind at $at', ({ kind, list, one, at }) => {
  it('is listed and read, with the answers of the described path', async () => {
    const { id } = await make(kind);
    for (const query of ['', '?all', '?all&full']) {
      const answer = await get(`${at}${query}`, ALIAS);
      expect([answer.status, answer.text]).toEqual([200, (await get(`${list}${query}`)).text]);
    }
    expect((await get(`${at}?all&full`, ALIAS)).body.rows.map((row: { id: number }) => row.id)).toContain(id);
    for (const query of ['', '?full']) {
      const answer = await get(`${at}/${id}${query}`, ALIAS);
      expect([answer.status, answer.text]).toEqual([200, (await get(`${one}/${id}${query}`)).text]);
    }
    expect((await get(`${at}?nope=1`, ALIAS)).status).toBe(400);
    expect((await get(`${at}/2147483647`, ALIAS)).status).toBe(404);
  });

  it('asks for the same credential', async () => {
    const { id } = await make(kind);
    for (const as of ['public', 'citizen'] as const) {
      for (const [alias, path] of [
        [at, list],
        [`${at}/${id}`, `${one}/${id}`],
      ] as const) {
        const answer = await get(alias, { as, ...ALIAS });
        expect([alias, answer.status]).toEqual([alias, (await get(path, { as })).status]);
      }
    }
  });

  it('is not described', async () => {
    const { paths } = (await get('/openapi.json', { as: 'public' })).body;
    for (const path of [at, `${at}/{id}`]) expect(paths[path] ?? {}).not.toHaveProperty('get');
  });
});

describe('reads through an alias', () => {
  it('is written at the described paths only', async () => {
    for (const [kind, at] of [
      ['figure', '/console/lab/figures'],
      ['figure', '/console/lab/figure'],
      ['timeline', '/console/comp/timelines'],
    ] as const) {
      const { id } = await make(kind);
      for (const answer of [await post(at, {}), await patch(`${at}/${id}`, { title: '改' }), await del(`${at}/${id}`)])
        expect([at, answer.status, answer.headers.get('allow')]).toEqual([at, 405, 'GET, HEAD']);
    }
  });
});

describe('other spellings', () => {
  it('are none of ours: no alias where the specification does not mix', async () => {
    for (const path of [
      '/console/lab/rs_bill',
      '/console/lab/act',
      '/console/comp/timeline',
      '/comp/timeline',
      '/console/lab/timelines',
      '/console/lab/timeline_event',
      '/console/park/event',
      '/console/park/events/',
      '/console/lab/Data_Reports',
      '/comp/figures',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });
});
