import { get, patch } from '../support/client';
import { content, contentFolder, countsOf, identifiersUpTo } from '../support/content';
import { make } from '../support/factory';

const { write, at, importAll, faultsIn } = contentFolder();
const ids = identifiersUpTo(5_500_000);

const NAMES = [
  'bill_data_sets',
  'statement_data_sets',
  'figures',
  'data_reports',
  'insights',
  'timeline_events',
  'timelines',
  'topic_overviews',
  'park_events',
] as const;

type Name = (typeof NAMES)[number];
type Row = Record<string, unknown>;

/** Creates the records that the files refer to: a topic, an act and others. */
async function surroundings() {
  const topic = await make('specific-topic', {
    act_dirs: [{ name: '方向', index: 1 }],
    st_questions: [{ question: '贊成嗎？', index: 1 }],
  });
  return {
    topic,
    act: await make('act'),
    bills: [await make('bill'), await make('bill')],
    feature: await make('act-feature'),
    personas: [await make('persona'), await make('persona')],
    tag: await make('tag'),
    doc: await make('doc'),
  };
}

/** One new record of each resource, referring to each other. */
async function records() {
  const { topic, act, bills, feature, personas, tag, doc } = await surroundings();
  const [billSet, statementSet, figure, second, report, insight, early, late, timeline, overview, event] = ids(11);
  const dates = { start_date: '2016-02-01T00:00:00.000Z', end_date: '2016-12-31T00:00:00.000Z' };
  const set = { name: '資料集', version_no: '1.0', slug: 'set', term_index: 9, ...dates, st_id: topic.id };
  const happened = { status: 'active', type: 'general_update', title: '題' };
  const files: Record<Name, Row[]> = {
    topic_overviews: [
      {
        id: overview,
        status: 'active',
        slug: null,
        image: '/o.png',
        st_id: topic.id,
        tagline: '標語',
        title: '概觀',
        intro: '引言',
        description: '說明',
        timeline_id: timeline,
        related_links: [{ type: 'bill', url: 'https://ly.example', title: '條文' }],
      },
    ],
    timelines: [
      {
        id: timeline,
        title: '時間軸',
        description: '說明',
        authors: [personas[1]?.id, personas[0]?.id],
        tags: [tag.id],
        events: [late, early],
        data: { color: '#fff' },
      },
    ],
    timeline_events: [
      { id: late, slug: 'late', date: 2_000, ...happened, data: { a: [1, null] } },
      { id: early, slug: 'early', date: '1970-01-01T00:00:01Z', ...happened },
    ],
    data_reports: [
      {
        id: report,
        status: 'active',
        slug: 'report',
        type: 'bill',
        image: null,
        title: 2016,
        st_id: topic.id,
        figure_data_set_type: 'LAB_Bill_Data_Set',
        figure_data_set_id: billSet,
        figures: [
          { id: second, index: 2 },
          { id: figure, index: 1 },
        ],
      },
    ],
    figures: [figure, second].map((id, index) => ({
      id,
      status: 'active',
      slug: `f${index}`,
      type: 'histogram',
      image: '/f.png',
      title: '圖',
      data_set_type: index === 0 ? 'LAB_Bill_Data_Set' : 'LAB_Statement_Data_Set',
      data_set_id: index === 0 ? billSet : statementSet,
    })),
    insights: [{ id: insight, status: 'active', title: '只存不顯示', st_id: topic.id, doc_id: doc.id }],
    bill_data_sets: [
      {
        id: billSet,
        ...set,
        act_id: act.id,
        act_dir_id: topic.act_dirs[0].id,
        act_feature_ids: [feature.id],
        bill_ids: bills.map(({ id }) => id),
        scores: [{ bill_id: bills[1]?.id, score_per_act_feature: [{ act_feature_id: feature.id, score: 3 }] }],
      },
    ],
    statement_data_sets: [
      {
        id: statementSet,
        ...set,
        st_question_id: topic.st_questions[0].id,
        should_have_spoken_committees: '內政委員會、經濟委員會',
        should_have_spoken_sessions: [2, 1],
      },
    ],
    park_events: [
      {
        id: event,
        slug: 'reading',
        type: 'meetup',
        category: ['讀法'],
        title: '讀法會',
        start_date: '2026-09-05 14:00+08:00',
        is_all_day: 0,
        location: { name: '圖書室', lat: 25.0263 },
        collaborators: [personas[1]?.id, { entity: { id: personas[0]?.id }, type: 'host', data: { role: '場地' } }],
      },
    ],
  };
  return { files, personas, bills, feature, only: (name: Name): Row => files[name][0] ?? {} };
}

describe('content import of data sets, reports, timelines and park events', () => {
  it('imports all of them in any order, and changes nothing the second time', async () => {
    const { files, personas, only } = await records();
    for (const name of NAMES) await write(`${name}.json`, files[name]);
    const done = await importAll();
    expect([done.code, done.err]).toEqual([0, '']);
    expect(done.out).not.toContain('Unknown field');
    const sizes = (name: Name) => String(files[name].length);
    for (const name of NAMES) expect([name, countsOf(done.out, name)]).toEqual([name, [sizes(name), '0', '0']]);

    const one = async (path: string, name: Name) => (await get(`${path}/${only(name).id}?full`)).body;
    expect(await one('/console/lab/bill_data_sets', 'bill_data_sets')).toMatchObject(only('bill_data_sets'));
    expect(await one('/console/lab/statement_data_sets', 'statement_data_sets')).toMatchObject({
      ...only('statement_data_sets'),
      should_have_spoken_committees: ['內政委員會', '經濟委員會'],
    });
    const figures = [...(only('data_reports').figures as unknown[])].reverse();
    expect(await one('/console/lab/data_report', 'data_reports')).toMatchObject({ title: '2016', figures });
    expect(await one('/console/comp/figure', 'figures')).toMatchObject(only('figures'));
    expect(await one('/console/lab/insight', 'insights')).toMatchObject(only('insights'));
    expect(await one('/console/lab/topic_overview', 'topic_overviews')).toMatchObject(only('topic_overviews'));
    const timeline = await one('/comp/timelines', 'timelines');
    expect(timeline).toMatchObject({ ...only('timelines'), events: [{ date: 1_000, data: {} }, { date: 2_000 }] });
    expect(timeline.editor).toBeNull();
    const event = await one('/console/park/events', 'park_events');
    expect(event).toMatchObject({
      start_date: '2026-09-05T06:00:00.000Z',
      is_all_day: false,
      location: { name: '圖書室', lat: 25.0263 },
      repeat_rules: {},
    });
    expect(event.collaborators).toMatchObject([
      { entity: { id: personas[1]?.id }, type: 'co_host', status: 'active', data: {}, index: 1 },
      { entity: { id: personas[0]?.id }, type: 'host', status: 'active', data: { role: '場地' }, index: 2 },
    ]);

    const again = await importAll();
    expect([again.code, again.err]).toEqual([0, '']);
    for (const name of NAMES) expect([name, countsOf(again.out, name)]).toEqual([name, ['0', '0', sizes(name)]]);
    expect(await one('/comp/timelines', 'timelines')).toEqual(timeline);
    expect(await one('/console/park/events', 'park_events')).toEqual(event);
  });

  it('changes fields that differ; the editor of a timeline stays, since an import has no account', async () => {
    const { files, only } = await records();
    for (const name of NAMES) await write(`${name}.json`, files[name]);
    const former = { ...only('park_events'), location: { name: '別處' }, collaborators: [] };
    await write('park_events.json', [former]);
    await importAll();
    const path = `/comp/timelines/${only('timelines').id}`;
    const { editor } = (await patch(path, { title: '改' })).body;
    expect(editor).toEqual(expect.any(Number));
    const eventPath = `/console/park/events/${only('park_events').id}`;
    expect((await get(eventPath)).body.collaborators).toEqual([]);
    await write('park_events.json', files.park_events);
    await write('timelines.json', [{ ...only('timelines'), title: '新的時間軸' }]);
    const again = await content(['import', at('.'), '--take-file']);
    for (const name of NAMES) {
      const unchanged = name !== 'timelines' && name !== 'park_events';
      expect([name, countsOf(again.out, name)?.[1]]).toEqual([name, unchanged ? '0' : '1']);
    }
    expect((await get(path)).body).toMatchObject({ title: '新的時間軸', editor });
    expect((await get(eventPath)).body).toMatchObject({ location: { name: '圖書室', lat: 25.0263 } });
    expect((await get(eventPath)).body.collaborators).toHaveLength(2);
  });

  it('lists every fault with file, record and field, and imports nothing', async () => {
    const { bills, feature, only } = await records();
    const [first, timeline, event] = [only('bill_data_sets'), only('timelines'), only('park_events')];
    const scored = (bill_id: unknown, act_feature_id: unknown, score: unknown) => ({
      bill_id,
      score_per_act_feature: [{ act_feature_id, score }],
    });
    await write('bill_data_sets.json', [
      first,
      { ...first, id: ids(1)[0], end_date: '2015-01-01', scores: [scored(7_777_777, feature.id, 1)] },
      { ...first, id: ids(1)[0], scores: [scored(bills[0]?.id, feature.id, 'x'), scored(bills[0]?.id, 7_777_777, 1)] },
    ]);
    await write('data_reports.json', [
      { ...only('data_reports'), figures: [{ id: 7_777_777, index: 2 }, { id: 7_777_776 }] },
    ]);
    await write('timelines.json', [{ ...timeline, events: [7_777_777], data: [1], authors: null }]);
    await write('park_events.json', [
      { ...event, collaborators: [{ entity: { id: 7_777_777 } }], category: {}, location: '圖書室' },
    ]);
    const { code, out, err } = await importAll();
    expect(code).toBe(1);
    expect(faultsIn(err)).toEqual([
      'bill_data_sets.json, record 2: end_date: must not be before start_date [INVALID_VALUE]',
      'bill_data_sets.json, record 2: scores[0].bill_id: 7777777 is not among bill_ids [MISMATCH]',
      'bill_data_sets.json, record 2: scores[0].bill_id: rs_bills has no record 7777777 [UNKNOWN_REFERENCE]',
      expect.stringMatching(
        /^bill_data_sets\.json, record 3: scores\[0\]\.score_per_act_feature\[0\]\.score: .*INVALID_TYPE/,
      ),
      expect.stringMatching(/^bill_data_sets\.json, record 3: scores\[1\]\.bill_id: .*DUPLICATE/),
      expect.stringMatching(
        /^bill_data_sets\.json, record 3: scores\[1\]\.score_per_act_feature\[0\]\.act_feature_id: .*MISMATCH/,
      ),
      expect.stringMatching(
        /^bill_data_sets\.json, record 3: scores\[1\]\.score_per_act_feature\[0\]\.act_feature_id: .*UNKNOWN_REFERENCE/,
      ),
      'data_reports.json, record 1: figures[0].id: figures has no record 7777777 [UNKNOWN_REFERENCE]',
      'data_reports.json, record 1: figures[1].id: figures has no record 7777776 [UNKNOWN_REFERENCE]',
      'data_reports.json, record 1: figures[1].index: is required [REQUIRED]',
      'park_events.json, record 1: category: must be text [INVALID_TYPE]',
      'park_events.json, record 1: collaborators[0].entity: personas has no record 7777777 [UNKNOWN_REFERENCE]',
      'park_events.json, record 1: location: must be a JSON object [INVALID_TYPE]',
      'timelines.json, record 1: authors: is required; send [] for none [REQUIRED]',
      'timelines.json, record 1: data: must be a JSON object [INVALID_TYPE]',
      'timelines.json, record 1: events[0]: timeline_events has no record 7777777 [UNKNOWN_REFERENCE]',
    ]);
    expect(out).toContain('16 faults: nothing was imported.');
    expect((await get(`/console/lab/bill_data_sets/${first.id}`)).status).toBe(404);
  });

  it('accepts the documents of answers', async () => {
    const { files, only } = await records();
    for (const name of NAMES) await write(`${name}.json`, files[name]);
    await importAll();
    const answered: [Name, string][] = [
      ['timelines', '/comp/timelines'],
      ['park_events', '/console/park/events'],
      ['data_reports', '/console/lab/data_report'],
      ['bill_data_sets', '/console/lab/bill_data_sets'],
    ];
    for (const [name, path] of answered) await write(`${name}.json`, [(await get(`${path}/${only(name).id}`)).body]);
    const again = await importAll(...answered.map(([name]) => `${name}.json`));
    expect([again.code, again.err]).toEqual([0, '']);
    for (const [name] of answered) expect([name, countsOf(again.out, name)]).toEqual([name, ['0', '0', '1']]);
  });
});
