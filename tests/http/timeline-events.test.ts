import { type Answer, del, faultsOf, get, patch, post } from '../support/client';
import { make, unique } from '../support/factory';

const EVENTS = '/console/comp/timeline_events';
const REMOVED = '/console/lab/timeline_events';

const slugsOf = (answer: Answer): string[] => answer.body.rows.map(({ slug }: { slug: string }) => slug);
const list = (query: Record<string, string>): Promise<Answer> => get(`${EVENTS}?${new URLSearchParams(query)}`);

describe('a timeline event', () => {
  it('has the same fields in detail and row, the identifier only in the detail', async () => {
    const type = unique('general_update');
    const fields = {
      status: 'active',
      slug: 'third-reading',
      date: 1_480_982_400_000,
      type,
      image: '/images/e.jpg',
      tagline: '三讀',
      title: '一例一休三讀通過',
      content: '院會完成三讀。',
      link: 'https://ly.example/votes/2',
      data: { rs_vote_ids: [1, 2] },
    };
    const { id } = (await post(EVENTS, fields)).body;
    expect((await get(`${EVENTS}/${id}`)).body).toEqual({ id, ...fields });
    expect((await list({ type })).body.rows).toEqual([fields]);
    expect((await list({ type, full: '' })).body.rows[0]).toMatchObject({ id, ...fields });
  });

  it('has nothing where nothing is given, and an empty object for its data', async () => {
    const { id } = await make('timeline-event');
    const nothing = { image: null, tagline: null, content: null, link: null, data: {} };
    expect((await get(`${EVENTS}/${id}`)).body).toMatchObject(nothing);
    const set = { image: '/a.png', tagline: 't', content: 'c', link: 'l', data: { a: 1 } };
    expect((await patch(`${EVENTS}/${id}`, set)).body).toMatchObject(set);
    const cleared = { image: null, tagline: null, content: null, link: null, data: null };
    expect((await patch(`${EVENTS}/${id}`, cleared)).body).toMatchObject(nothing);
  });

  it('takes its date in every form, and answers milliseconds', async () => {
    const { id } = await make('timeline-event');
    const dated = async (date: unknown) => (await patch(`${EVENTS}/${id}`, { date })).body.date;
    expect(await dated('2016-12-06')).toBe(Date.UTC(2016, 11, 6));
    expect(await dated('2016-12-06 09:30:00+08:00')).toBe(Date.UTC(2016, 11, 6, 1, 30));
    expect(await dated('1480982400001')).toBe(1_480_982_400_001);
    expect(await dated(-1)).toBe(-1);
    expect(faultsOf(await patch(`${EVENTS}/${id}`, { date: '2016-02-30' }))).toEqual(['date INVALID_VALUE']);
  });

  it('is deleted below lab, and leaves the timelines that name it', async () => {
    const [deleted, other] = [await make('timeline-event'), await make('timeline-event')];
    const timeline = await make('timeline', { events: [deleted.id, other.id] });
    expect((await del(`${REMOVED}/${deleted.id}`)).status).toBe(204);
    const { events } = (await get(`/comp/timelines/${timeline.id}`)).body;
    expect(events.map(({ id }: { id: number }) => id)).toEqual([other.id]);
  });
});

describe('the list of timeline events', () => {
  it('shows the newest first, and of one date the highest identifier; page by page', async () => {
    const type = unique('paged');
    const day = (index: number) => Date.UTC(2016, 0, 1 + Math.floor(index / 2));
    for (let index = 0; index < 21; index += 1)
      await make('timeline-event', { type, slug: `e${index}`, date: day(index) });
    const expected = [20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map(
      (index) => `e${index}`,
    );
    const first = await list({ type });
    expect(slugsOf(first)).toEqual(expected.slice(0, 20));
    expect(first.body.paging).toEqual({ page: 1, pages: 2, pageSize: 20, previous: null, next: 2 });
    expect(slugsOf(await list({ type, page: '2' }))).toEqual(expected.slice(20));
    expect(slugsOf(await list({ type, all: '' }))).toEqual(expected);
    expect((await list({ type, page: '3' })).body).toMatchObject({ rows: [], totalRowCount: 21 });
  });

  it('is found by its exact date, in every form that a body takes', async () => {
    const type = unique('dated');
    const date = Date.UTC(2016, 11, 6, 1, 30, 15, 250);
    await make('timeline-event', { type, slug: 'at', date });
    await make('timeline-event', { type, slug: 'later', date: date + 1 });
    await make('timeline-event', { type, slug: 'before-1970', date: -86_400_001 });
    await make('timeline-event', { type, slug: 'midnight', date: Date.UTC(2016, 11, 6) });
    const at = async (text: string) => slugsOf(await list({ type, date: text }));
    for (const text of [
      String(date),
      '2016-12-06T01:30:15.250Z',
      '2016-12-06 01:30:15.25',
      '2016-12-06T09:30:15.250+08:00',
      '2016-12-06 09:30:15.250 +0800',
    ])
      expect(await at(text)).toEqual(['at']);
    expect(await at(String(date + 1))).toEqual(['later']);
    expect(await at('-86400001')).toEqual(['before-1970']);
    expect(await at('2016-12-06')).toEqual(['midnight']);
    expect(await at('2016-12-06T01:30:15Z')).toEqual([]);
    expect(await at('')).toHaveLength(4);
    for (const text of ['yesterday', '2016-13-01', '2016-12-06T25:00', '1.5'])
      expect(faultsOf(await list({ date: text }))).toEqual(['date INVALID_VALUE']);
    expect(faultsOf(await list({ date: '99999999999999999' }))).toEqual(['date OUT_OF_RANGE']);
  });

  it('is found by its exact type: no part, no other case', async () => {
    const type = unique('Data_Reports%');
    await make('timeline-event', { type, slug: 'own' });
    expect(slugsOf(await list({ type }))).toEqual(['own']);
    expect(slugsOf(await list({ type: type.toLowerCase() }))).toEqual([]);
    expect(slugsOf(await list({ type: type.slice(0, -1) }))).toEqual([]);
    expect(slugsOf(await list({ type: `${type} ` }))).toEqual([]);
  });

  it('is found by a part of tagline, title or content, and by nothing else', async () => {
    const [type, mark] = [unique('sought'), unique('長照')];
    const fields = { tagline: `${mark} 一`, title: `前 ${mark}二`, content: `第一行\n${mark}三 ABC 100%_\\` };
    for (const [slug, text] of Object.entries(fields)) await make('timeline-event', { type, slug, [slug]: text });
    await make('timeline-event', { type, slug: mark, link: mark, image: mark, status: mark, data: { text: mark } });
    const search = async (q: string) => slugsOf(await list({ type, q })).sort();
    expect(await search(mark)).toEqual(['content', 'tagline', 'title']);
    expect(await search(`${mark}二`)).toEqual(['title']);
    expect(await search('abc 100%_\\')).toEqual(['content']);
    expect(await search('100%')).toEqual(['content']);
    expect(await search('1%%_')).toEqual([]);
    expect(await search('第一行\n')).toEqual(['content']);
    expect(await search(`${mark}一`)).toEqual([]);
    expect(faultsOf(await list({ q: 'a\u0000b' }))).toEqual(['q INVALID_VALUE']);
  });

  it('combines its filters', async () => {
    const type = unique('all');
    const at = (slug: string, date: number, title: string) => make('timeline-event', { type, slug, date, title });
    await at('both', 1_000, '長照基金');
    await at('date', 1_000, '其他');
    await at('text', 2_000, '長照基金');
    await make('timeline-event', { slug: 'other type', date: 1_000, title: '長照基金' });
    expect(slugsOf(await list({ type, date: '1000', q: '長照' }))).toEqual(['both']);
    expect(slugsOf(await list({ type, date: '1000' }))).toEqual(['date', 'both']);
    expect(slugsOf(await list({ type, q: '基金' }))).toEqual(['text', 'both']);
  });
});
