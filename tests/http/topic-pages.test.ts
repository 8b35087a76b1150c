import { del, faultsOf, get, patch, post } from '../support/client';
import { idsOf, make, type RecordBody, unique } from '../support/factory';

const INSIGHTS = '/console/lab/insights';
const INSIGHT = '/console/lab/insight';
const OVERVIEWS = '/console/lab/topic_overviews';
const OVERVIEW = '/console/lab/topic_overview';

const summary = ({ id, title, image, index }: RecordBody) => ({ id, title, image, index });

describe('an insight', () => {
  it('keeps its title, which rows and details leave out', async () => {
    const [topic, doc] = [await make('specific-topic', { image: '/t.png' }), await make('doc')];
    const shown = { status: 'active', slug: 'why-twice', image: '/images/i.jpg' };
    const title = unique('為什麼修了兩次');
    const created = await post(INSIGHT, { ...shown, title, st_id: topic.id, doc_id: doc.id });
    const { id } = created.body;
    expect(created.headers.get('ignored-fields')).toBeNull();
    expect(created.body).toEqual({ id, ...shown, st_id: topic.id, doc_id: doc.id });
    expect((await get(`${INSIGHT}/${id}`)).body).toEqual(created.body);
    const { rows } = (await get(`${INSIGHTS}?st=${topic.id}`)).body;
    expect(rows).toEqual([{ id, ...shown, st: summary(topic) }]);
    expect((await get(`${INSIGHT}/${id}?full`)).body).toMatchObject({ id, title });
    expect((await get(`${INSIGHTS}?full&st=${topic.id}`)).body.rows[0]).toMatchObject({ id, title });
  });

  it('needs a title, which may come as a number and is changed like any other field', async () => {
    const insight = await make('insight', { title: 2024 });
    const titleOf = async () => (await get(`${INSIGHT}/${insight.id}?full`)).body.title;
    expect(await titleOf()).toBe('2024');
    expect(faultsOf(await patch(`${INSIGHT}/${insight.id}`, { title: '' }))).toEqual(['title REQUIRED']);
    expect((await patch(`${INSIGHT}/${insight.id}`, { title: '新題' })).body).toEqual(insight);
    expect(await titleOf()).toBe('新題');
    await patch(`${INSIGHT}/${insight.id}`, { slug: 'x' });
    expect(await titleOf()).toBe('新題');
  });

  it('is found by topic and document', async () => {
    const [topic, doc] = [await make('specific-topic'), await make('doc')];
    const both = await make('insight', { st_id: topic.id, doc_id: doc.id });
    const onTopic = await make('insight', { st_id: topic.id });
    const withDoc = await make('insight', { doc_id: doc.id });
    const filtered = async (query: string) => idsOf(await get(`${INSIGHTS}?${query}`));
    expect(await filtered(`st=${topic.id}`)).toEqual([both.id, onTopic.id]);
    expect(await filtered(`doc=${doc.id}`)).toEqual([both.id, withDoc.id]);
    expect(await filtered(`doc=${doc.id}&st=${topic.id}`)).toEqual([both.id]);
    expect((await get(`${INSIGHTS}?st=${topic.id}`)).body).not.toHaveProperty('paging');
  });

  it('has no document once that is deleted, or when 0 or null says so; its topic stays', async () => {
    const doc = await make('doc');
    const insight = await make('insight', { doc_id: doc.id });
    expect((await del(`/console/lab/docs/${doc.id}`)).status).toBe(204);
    expect((await get(`${INSIGHT}/${insight.id}`)).body).toEqual({ ...insight, doc_id: null });
    const other = await make('doc');
    for (const none of [0, null, '0']) {
      expect((await patch(`${INSIGHT}/${insight.id}`, { doc_id: other.id })).body.doc_id).toBe(other.id);
      expect((await patch(`${INSIGHT}/${insight.id}`, { doc_id: none })).body.doc_id).toBeNull();
    }
    expect((await del(`/console/lab/specific_topics/${insight.st_id}`)).body.references).toEqual([
      { resource: 'insights', id: insight.id, field: 'st_id' },
    ]);
  });
});

describe('a topic overview', () => {
  it('has links and a timeline in the detail, texts in the row', async () => {
    const [topic, timeline] = [await make('specific-topic', { image: '/t.png' }), await make('timeline')];
    const shown = { status: 'active', slug: null, image: '/images/o.jpg' };
    const texts = { tagline: '休息日', title: unique('工時'), intro: '引言', description: '說明\n\n第二段' };
    const related_links = [
      { type: 'bill', url: 'https://ly.example/bills/8', title: '三讀條文' },
      { type: 'community', url: 'https://community.example/t/1', title: '討論' },
    ];
    const references = { timeline_id: timeline.id, related_links };
    const { id } = (await post(OVERVIEW, { ...shown, ...texts, st_id: topic.id, ...references })).body;
    expect((await get(`${OVERVIEW}/${id}`)).body).toEqual({ id, ...shown, st_id: topic.id, ...texts, ...references });
    const { rows } = (await get(`${OVERVIEWS}?st=${topic.id}`)).body;
    expect(rows).toEqual([{ id, ...shown, st: summary(topic), ...texts }]);
    const full = (await get(`${OVERVIEW}/${id}?full`)).body;
    expect((await patch(`${OVERVIEW}/${id}`, full)).status).toBe(200);
    expect((await get(`${OVERVIEW}/${id}?full`)).body).toEqual(full);
  });

  it('replaces its links as a whole, and names what is missing in each', async () => {
    const link = { type: 'vote', url: 'https://ly.example', title: '表決' };
    const overview = await make('topic-overview', { related_links: [link, link] });
    expect(overview.related_links).toEqual([link, link]);
    const faulty = [{ type: 'vote' }, { ...link, title: '' }, 'https://ly.example'];
    expect(faultsOf(await patch(`${OVERVIEW}/${overview.id}`, { related_links: faulty }))).toEqual([
      'related_links[0].title REQUIRED',
      'related_links[0].url REQUIRED',
      'related_links[1].title REQUIRED',
      'related_links[2] INVALID_TYPE',
    ]);
    expect((await patch(`${OVERVIEW}/${overview.id}`, { related_links: null })).body.related_links).toEqual([]);
  });

  it('is found by topic and by a part of its title, and by no other text', async () => {
    const [topic, mark] = [await make('specific-topic'), unique('概觀')];
    const both = await make('topic-overview', { st_id: topic.id, title: `${mark} Alpha` });
    const titled = await make('topic-overview', { title: `${mark} 100%`, intro: 'alpha' });
    const filtered = async (query: Record<string, string>) =>
      idsOf(await get(`${OVERVIEWS}?${new URLSearchParams(query)}`));
    expect(await filtered({ title: mark })).toEqual([both.id, titled.id]);
    expect(await filtered({ title: `${mark} ALPHA` })).toEqual([both.id]);
    expect(await filtered({ title: `${mark} 100%` })).toEqual([titled.id]);
    expect(await filtered({ title: `${mark} _` })).toEqual([]);
    expect(await filtered({ st: String(topic.id), title: mark })).toEqual([both.id]);
    expect(await filtered({ st: String(topic.id), title: '100%' })).toEqual([]);
    expect((await get(OVERVIEWS)).body).not.toHaveProperty('paging');
  });

  it('keeps its timeline and its topic from being deleted', async () => {
    const overview = await make('topic-overview');
    for (const [path, field] of [
      [`/comp/timelines/${overview.timeline_id}`, 'timeline_id'],
      [`/console/lab/specific_topics/${overview.st_id}`, 'st_id'],
    ] as const) {
      const answer = await del(path);
      const references = [{ resource: 'topic_overviews', id: overview.id, field }];
      expect([answer.status, answer.body]).toEqual([
        409,
        { statusCode: 409, message: 'IN_USE', references, referenceCount: 1 },
      ]);
    }
    const other = await make('timeline');
    expect((await patch(`${OVERVIEW}/${overview.id}`, { timeline_id: other.id })).status).toBe(200);
    expect((await del(`/comp/timelines/${overview.timeline_id}`)).status).toBe(204);
  });
});
