import { del, get, patch, post } from '../support/client';
import { byKind, leastBody, make } from '../support/factory';

/** Paths that mix singular and plural in the specification: the sibling spelling answers, too (decisions, 1.5). */
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

/** Says that a path may be one which is not described: its answers are those of the described one. */
const ALIAS = { isAlias: true };

const bodyOf = (kind: string) => leastBody(byKind.get(kind) as never);

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

  it('is neither read, made nor changed below lab', async () => {
    const { id } = await make('timeline-event');
    expect((await get('/console/lab/timeline_events')).status).toBe(404);
    expect((await post('/console/lab/timeline_events', {})).status).toBe(404);
    for (const answer of [
      await get(`/console/lab/timeline_events/${id}`),
      await patch(`/console/lab/timeline_events/${id}`, {}),
    ])
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'DELETE']);
    const { paths } = (await get('/openapi.json', { as: 'public' })).body;
    expect(paths['/console/comp/timeline_events/{id}']).not.toHaveProperty('delete');
    expect(paths['/console/lab/timeline_events/{id}']).toHaveProperty('delete');
  });
});

describe('other spellings', () => {
  it('are none of ours: no alias where the specification does not mix', async () => {
    for (const path of [
      '/console/lab/rs_bill',
      '/console/lab/act',
      '/console/comp/timelines',
      '/comp/timeline',
      '/console/park/event',
      '/console/park/events/',
      '/console/lab/Data_Reports',
      '/console/lab/figures',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });
});
