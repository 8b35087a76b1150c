import { resources } from '../../src/resources';
import { get, sql } from '../support/client';
import { contentFolder, countsOf, identifiersUpTo } from '../support/content';
import { make } from '../support/factory';

const { write, importAll, faultsIn } = contentFolder();
const ids = identifiersUpTo(5_000_000);

describe('content import', () => {
  it('imports files that refer to each other in circles, keeps identifiers, and duplicates nothing', async () => {
    const [gt, st1, st2, act, dir, feature, bill, rep1, rep2, vote] = ids(10);
    await write('general_topics.json', [
      { id: gt, title: '社政', index: 1, image: '/a.png', description: '類', specific_topics: [st2, st1] },
    ]);
    await write('specific_topics.json', [
      {
        id: st1,
        title: '長照',
        index: 2,
        description: '題',
        general_topics: [gt],
        act_dirs: [{ id: dir, name: '修正', index: 1 }],
        st_questions: [{ question: '贊成？', index: 1 }],
      },
      { id: st2, title: '托育', index: 1, description: '題', general_topics: [gt] },
    ]);
    await write('acts.json', [{ id: act, title: '長期照顧服務法', official_seq_no: 1234, specific_topics: [st1] }]);
    await write(
      'act_features.ndjson',
      `${JSON.stringify({ id: feature, st: st1, act, act_dir: dir, feature: '第一條' })}\n\n`,
    );
    await write('reps.json', [
      { id: rep1, name: '甲', parties: [] },
      { id: rep2, name: '乙' },
    ]);
    await write('rs_bills.json', [
      {
        id: bill,
        act_id: act,
        is_law: 0,
        date: -86_400_001,
        principle_sponsor_type: 'rep',
        principle_sponsor_value: rep2,
        sponsors: [rep2, rep1],
        tags: ['匯入的標籤'],
        act_features: [{ st_id: st1, act_dir_id: dir, act_feature_id: feature, short_content: '短', content: '長' }],
      },
    ]);
    await write('rs_votes.json', [
      {
        id: vote,
        st_id: st1,
        date: '2016-03-01',
        term_index: 9,
        session_index: 1,
        temp_session_index: 0,
        title: '表決',
        content: '內容',
        aye: [rep2],
        nay: [rep1],
        source_link: 'https://example.org',
      },
    ]);
    const done = await importAll();
    expect([done.code, done.err]).toEqual([0, '']);
    expect(countsOf(done.out, 'rs_bills')).toEqual(['1', '0', '0']);

    const topic = (await get(`/console/lab/specific_topics/${st1}`)).body;
    expect(topic).toMatchObject({
      act_dirs: [{ id: dir, name: '修正', index: 1 }],
      general_topics: [{ id: gt }],
      st_questions: [{ question: '贊成？' }],
    });
    expect(
      (await get(`/console/lab/general_topics/${gt}`)).body.specific_topics.map(({ id }: { id: number }) => id),
    ).toEqual([st2, st1]);
    expect((await get(`/console/lab/rs_bills/${bill}`)).body).toMatchObject({
      act_id: act,
      is_law: false,
      date: -86_400_001,
      principle_sponsor_value: rep2,
      sponsors: [rep2, rep1],
      act_features: [{ st_id: st1, act_dir_id: dir, act_feature_id: feature, short_content: '短', content: '長' }],
    });
    expect((await get(`/console/lab/rs_votes/${vote}`)).body).toMatchObject({
      aye: [rep2],
      nay: [rep1],
      date: Date.UTC(2016, 2, 1),
    });

    const before = (await get(`/console/lab/rs_bills/${bill}?full`)).text;
    const again = await importAll();
    expect([again.code, again.err]).toEqual([0, '']);
    for (const name of ['general_topics', 'specific_topics', 'acts', 'act_features', 'reps', 'rs_votes']) {
      expect([name, countsOf(again.out, name)]).toEqual([
        name,
        ['0', '0', name === 'reps' || name === 'specific_topics' ? '2' : '1'],
      ]);
    }
    expect((await get(`/console/lab/rs_bills/${bill}?full`)).text).toBe(before);

    await write('rs_bills.json', [{ id: bill, content: '全文', sponsors: [rep1] }]);
    const changed = await importAll('rs_bills.json');
    expect(countsOf(changed.out, 'rs_bills')).toEqual(['0', '1', '0']);
    expect((await get(`/console/lab/rs_bills/${bill}`)).body).toMatchObject({
      content: '全文',
      sponsors: [rep1],
      act_id: act,
      principle_sponsor_value: rep2,
    });

    const later = await make('rep');
    expect(later.id).toBeGreaterThan(rep2 ?? 0);
  });

  it('adds a record at the end of the list of those that it names', async () => {
    const [first, second] = [await make('general-topic'), await make('general-topic')];
    const topic = await make('specific-topic', { general_topics: [second.id, first.id] });
    const [third] = ids(1);
    const { title, image, description, index } = first;
    await write('general_topics.json', [{ id: third, title, image, description, index, specific_topics: [topic.id] }]);
    expect((await importAll('general_topics.json')).err).toBe('');
    const { general_topics } = (await get(`/console/lab/specific_topics/${topic.id}`)).body;
    expect(general_topics.map(({ id }: { id: number }) => id)).toEqual([second.id, first.id, third]);
  });

  it('numbers the rows within each record', async () => {
    const [one, other] = ids(2);
    const sessions = [2, 1, 3].map((session_index) => ({ term_index: 9, session_index }));
    await write('reps.json', [
      { id: one, name: '甲', sessions },
      { id: other, name: '乙', sessions },
    ]);
    expect((await importAll('reps.json')).code).toBe(0);
    const rows = await sql(
      `select l."order"::int as place, s.session_index as session from reps r join reps_cmps l on l.entity_id = r.id and l.field = 'sessions'
        join components_rep_sessions s on s.id = l.cmp_id where r.number in ($1, $2) order by r.number, l."order"`,
      [one, other],
    );
    expect(rows.map(({ place, session }) => [place, session])).toEqual(
      [1, 2, 3, 1, 2, 3].map((place) => [place, [2, 1, 3][place - 1]]),
    );
  });

  it('lists every fault with file, record and field, and writes nothing', async () => {
    const [good, bad, bill] = ids(3);
    await write('acts.json', [
      { id: good, title: '好', official_seq_no: '1', specific_topics: [] },
      { id: bad, title: '', specific_topics: [7_777_777] },
      { id: good, title: '又', official_seq_no: '2', specific_topics: [] },
    ]);
    await write(
      'rs_bills.ndjson',
      `\n${JSON.stringify({ id: bill, act_id: good, is_law: 'maybe', act_features: [], sponsors: [7_777_777] })}\n`,
    );
    const { code, out, err } = await importAll();
    expect(code).toBe(1);
    expect(faultsIn(err)).toEqual([
      'acts.json, record 2: official_seq_no: is required [REQUIRED]',
      'acts.json, record 2: specific_topics[0]: specific_topics has no record 7777777 [UNKNOWN_REFERENCE]',
      'acts.json, record 2: title: must not be empty [REQUIRED]',
      expect.stringMatching(/^acts\.json, record 3: id: \d+ is already the identifier of .*record 1 \[DUPLICATE\]$/),
      'rs_bills.ndjson, record 1 (line 2): is_law: must be true or false [INVALID_TYPE]',
      'rs_bills.ndjson, record 1 (line 2): sponsors[0]: reps has no record 7777777 [UNKNOWN_REFERENCE]',
    ]);
    expect(out).toContain('6 faults: nothing was imported.');
    expect((await get(`/console/lab/acts/${good}`)).status).toBe(404);
  });

  it('numbers records without id after all ids in the file, and reports that each import creates them', async () => {
    const [id] = ids(1);
    await write('gov_agencies.json', [{ name: '無號甲' }, { id, name: '有號' }, { name: '無號乙' }]);
    const { code, out, err } = await importAll();
    expect([code, err, countsOf(out, 'gov_agencies')]).toEqual([0, '', ['3', '0', '0']]);
    expect(out).toContain('2 records without id: created again by each import');
    expect((await get(`/console/lab/gov_agencies/${id}`)).body.name).toBe('有號');
    const { rows } = (await get('/console/lab/gov_agencies?name=%E7%84%A1%E8%99%9F')).body;
    expect(rows.map(({ name }: { name: string }) => name)).toEqual(['無號甲', '無號乙']);
    expect(rows[0].id).toBeGreaterThan(id ?? 0);
  });

  it('moves a direction from one topic to another, but not to two', async () => {
    const [st1, st2, dir] = ids(3);
    const topic = (id: number | undefined, act_dirs: unknown[]) => ({
      id,
      title: '題',
      index: 1,
      description: '題',
      general_topics: [],
      act_dirs,
    });
    const moved = { id: dir, name: '修正', index: 1 };
    await write('specific_topics.json', [topic(st1, [moved]), topic(st2, [])]);
    expect((await importAll()).code).toBe(0);
    await write('specific_topics.json', [topic(st1, []), topic(st2, [moved])]);
    expect((await importAll()).code).toBe(0);
    expect((await get(`/console/lab/act_dirs/${dir}`)).body.st.id).toBe(st2);
    await write('specific_topics.json', [topic(st1, [moved]), topic(st2, [moved])]);
    const twice = await importAll();
    expect([twice.code, twice.err]).toEqual([
      1,
      expect.stringMatching(/record 2: act_dirs\[0\]\.id: \d+ is already the identifier of .*record 1 \[DUPLICATE\]/),
    ]);
  });

  it('lists the record that omits a direction in use, unless the same import frees it', async () => {
    const [st, dir, act, feature, bill] = ids(5);
    const topic = (act_dirs: unknown[]) => [
      { id: st, title: '題', index: 1, description: '題', general_topics: [], act_dirs },
    ];
    const used = { act_dir_id: dir, act_feature_id: feature, short_content: '短', content: '長' };
    await write('specific_topics.json', topic([{ id: dir, name: '修正', index: 1 }]));
    await write('acts.json', [{ id: act, title: '法', official_seq_no: '1', specific_topics: [] }]);
    await write('act_features.json', [{ id: feature, st, act, feature: '第一條' }]);
    await write('rs_bills.json', [{ id: bill, act_id: act, is_law: false, act_features: [used] }]);
    expect((await importAll()).code).toBe(0);
    await write('specific_topics.json', topic([]));
    const refused = await importAll('specific_topics.json');
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining(
        `record 1: act_dirs: ${dir} is in use and cannot be omitted: rs_bills ${bill} (act_features[].act_dir_id)`,
      ),
    ]);
    await write('rs_bills.json', [{ id: bill, act_features: [] }]);
    expect((await importAll('rs_bills.json', 'specific_topics.json')).code).toBe(0);
    expect((await get(`/console/lab/act_dirs/${dir}`)).status).toBe(404);
  });

  it('runs while others create records through the service', async () => {
    const many = ids(3_000);
    await write(
      'docs.json',
      many.map((id) => ({ id, title: `文件 ${id}` })),
    );
    let isDone = false;
    const imported = importAll().then((result) => {
      isDone = true;
      return result;
    });
    const made: number[] = [];
    while (!isDone) made.push((await make('doc')).id);
    const { code, err } = await imported;
    expect([code, err]).toEqual([0, '']);
    expect(new Set(made).size).toBe(made.length);
    expect(made.filter((id) => many.includes(id))).toEqual([]);
  });

  it('refuses files of no resource, and invalid JSON', async () => {
    await write('colours.json', []);
    await write('acts.json', '[{"id": 1, ');
    const unknown = await importAll('colours.json', 'missing.json');
    expect(unknown.code).toBe(2);
    expect(unknown.err).toContain('colours.json: name the file after its resource');
    expect(unknown.err).toContain('missing.json: no such file');
    const broken = await importAll('acts.json');
    expect([broken.code, broken.err]).toEqual([2, expect.stringContaining('acts.json: not a JSON array')]);
  });

  it('reports unknown fields', async () => {
    const [id] = ids(1);
    await write('rs_tags.json', [{ id, name: '標籤', colour: 'red' }]);
    const { code, out } = await importAll();
    expect(code).toBe(0);
    expect(out).toMatch(/Unknown field, ignored: .*rs_tags\.json: colour \(1 record\)/);
  });

  it('knows every resource by name', () => {
    expect(new Set(resources.map(({ name }) => name)).size).toBe(resources.length);
  });
});
