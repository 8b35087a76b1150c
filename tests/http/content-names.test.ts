import { get } from '../support/client';
import { content, contentFolder, countsOf, identifiersUpTo } from '../support/content';
import { make, unique } from '../support/factory';

const { write, at, importAll, faultsIn } = contentFolder();
const ids = identifiersUpTo(7_000_000);

const bill = (values: Record<string, unknown>) => ({ is_law: true, act_features: [], ...values });

describe('names in place of identifiers', () => {
  it('link files without any identifier that refer to each other in circles', async () => {
    const word = unique('圈');
    await write(
      'general_topics.csv',
      `title,index,image,description,specific_topics\n${word}類,1,/a.png,述,${word}題\n`,
    );
    await write(
      'specific_topics.csv',
      `title,index,description,general_topics,act_dirs\n${word}題,1,述,${word}類,"[{""name"": ""${word}方向"", ""index"": 1}]"\n`,
    );
    await write('acts.csv', `title,official_seq_no,specific_topics\n${word}法,${word}號,${word}題\n`);
    await write('reps.csv', `name,terms.0.term_index\n${word}甲,9\n${word}甲,10\n${word}乙,9\n`);
    await write(
      'rs_bills.csv',
      [
        'act_id,is_law,date,term_index,sponsors,principle_sponsor_type,principle_sponsor_value,tags,act_features',
        `${word}法,是,105/02/01,9,${word}甲;${word}乙,rep,${word}乙,${word}標,[]`,
        `${word}號,否,,10,${word}甲,,,${word}標、${word}籤,[]`,
      ].join('\r\n'),
    );
    const { code, out, err } = await importAll();
    expect([code, err]).toEqual([0, '']);
    expect(countsOf(out, 'rs_bills')).toEqual(['2', '0', '0']);
    expect(countsOf(out, 'rs_tags')).toEqual(['2', '0', '0']);
    const [act] = (await get(`/console/lab/acts?title=${encodeURIComponent(word)}`)).body.rows;
    const reps = (await get(`/console/lab/reps?name=${encodeURIComponent(word)}`)).body.rows as { id: number }[];
    const [nine, ten, other] = reps.map(({ id }) => id);
    const bills = (await get(`/console/lab/rs_bills?act=${act.id}&all`)).body.rows as { id: number }[];
    const [dated, bare] = await Promise.all(
      bills.map(async ({ id }) => (await get(`/console/lab/rs_bills/${id}`)).body),
    );
    expect(dated).toMatchObject({
      act_id: act.id,
      is_law: true,
      date: Date.UTC(2016, 1, 1),
      sponsors: [nine, other],
      principle_sponsor_value: other,
    });
    expect(bare).toMatchObject({ act_id: act.id, is_law: false, sponsors: [ten], date: null });
    expect(bare.tags[0]).toBe(dated.tags[0]);
    const [general] = (await get(`/console/lab/general_topics?title=${encodeURIComponent(word)}`)).body.rows;
    const [topic] = (await get(`/console/lab/specific_topics?title=${encodeURIComponent(word)}`)).body.rows;
    expect((await get(`/console/lab/general_topics/${general.id}`)).body.specific_topics[0].id).toBe(topic.id);
    expect([topic.general_topics[0].id, topic.act_dirs[0].name, act.specific_topics[0].id]).toEqual([
      general.id,
      `${word}方向`,
      topic.id,
    ]);
  });

  it('match in any spelling, and are stored as written', async () => {
    const word = unique('名');
    const [city, indigenous, latin] = [
      await make('gov-agency', { name: `${word}臺灣省政府` }),
      await make('rep', { name: `${word}伍麗華Saidhai‧Tahovecahe` }),
      await make('persona', { name: `${word}Ａlice　Wu` }),
    ];
    const act = await make('act', { official_seq_no: `0${Date.now()}` });
    const event = await make('park-event');
    await write('rs_bills.json', [
      bill({
        id: ids(1)[0],
        act_id: act.official_seq_no,
        sponsors: [`${word} 伍麗華\u00a0saidhai．tahovecahe`],
        principle_sponsor_type: 'gov_agency',
        principle_sponsor_value: `${word}台灣省政府　`,
      }),
    ]);
    await write('park_events.json', [{ id: event.id, collaborators: [`${word}alice wu`] }]);
    const { code, err } = await importAll();
    expect([code, err]).toEqual([0, '']);
    const { body } = await get('/console/lab/rs_bills?all');
    expect(body.rows.find((bill: { act: { id: number } }) => bill.act.id === act.id)).toMatchObject({
      principle_sponsor_value: { id: city.id, name: `${word}臺灣省政府` },
    });
    expect((await get(`/console/park/events/${event.id}`)).body.collaborators[0].entity.id).toBe(latin.id);
    expect((await get(`/console/lab/reps/${indigenous.id}`)).body.name).toBe(`${word}伍麗華Saidhai‧Tahovecahe`);
  });

  it('are faults with candidates and suggestions if ambiguous or unknown', async () => {
    const word = unique('疑');
    const namesakes = [
      await make('rep', { name: word, terms: [{ term_index: 3 }] }),
      await make('rep', { name: word, terms: [{ term_index: 4 }] }),
    ].map(({ id }) => id);
    const act = await make('act', { title: `${word}勞動基準法` });
    await write('rs_bills.json', [
      bill({ act_id: act.title, term_index: 4, sponsors: [word] }),
      bill({ act_id: act.title, term_index: 5, sponsors: [word] }),
      bill({ act_id: `${word}勞働基準法` }),
      bill({ act_id: act.title, tags: ['新的'], principle_sponsor_type: 'caucus', principle_sponsor_value: word }),
    ]);
    const { code, err } = await importAll();
    expect(code).toBe(1);
    expect(err).toContain(`; given: "${word}勞働基準法"`);
    expect(faultsIn(err)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^rs_bills\\.json, record 2: sponsors\\[0\\]: .* ${namesakes[0]} .*3.* ${namesakes[1]} .*4.*\\[AMBIGUOUS\\]$`,
        ),
      ),
      expect.stringContaining(
        `rs_bills.json, record 3: act_id: acts has no record named "${word}勞働基準法"; similar: "${act.title}" (${act.id})`,
      ),
      expect.stringMatching(/^rs_bills\.json, record 4: principle_sponsor_value: caucuses has no record named/),
    ]);
  });
});

describe('--match', () => {
  it('updates the stored record with the same fields instead of creating one', async () => {
    const known = await make('act', { title: `${unique('對')}臺灣法`, official_seq_no: '7' });
    const title = unique('對');
    await write(
      'acts.csv',
      `title,official_seq_no,specific_topics\n${known.title.replace('臺', '台')},8,[]\n${title},9,[]\n`,
    );
    const { code, out, err } = await content(['import', at('acts.csv'), '--match', 'title']);
    expect([code, err, countsOf(out, 'acts')]).toEqual([0, '', ['1', '1', '0']]);
    expect((await get(`/console/lab/acts/${known.id}`)).body.official_seq_no).toBe('8');
    const again = await content(['import', at('acts.csv'), '--match', 'title']);
    expect([again.code, countsOf(again.out, 'acts')]).toEqual([0, ['0', '0', '2']]);
    expect(again.out).toContain('There was nothing to do.');
  });

  it('matches by names of records in the same import, and ignores resources without the fields', async () => {
    const [number, title] = [ids(1)[0], unique('先')];
    const known = await make('act', { title: unique('舊') });
    const stored = await make('bill', { act_id: known.id, version_no: '1' });
    await write('rs_bills.json', [bill({ act_id: title, version_no: '1', content: '改' })]);
    await write('acts.json', [
      { id: known.id, title },
      { id: number, title: unique('別'), official_seq_no: '1', specific_topics: [] },
    ]);
    // The bills come first; the file after them contains the name of their act.
    const files = [at('rs_bills.json'), at('acts.json')];
    const { code, out, err } = await content(['import', ...files, '--match', 'act_id,version_no']);
    expect([code, err, countsOf(out, 'rs_bills'), countsOf(out, 'acts')]).toEqual([
      0,
      '',
      ['0', '1', '0'],
      ['1', '1', '0'],
    ]);
    expect((await get(`/console/lab/rs_bills/${stored.id}`)).body.content).toBe('改');
  });

  it('refuses a record without identifier that matches one with an identifier, in any order', async () => {
    const [number, title] = [ids(1)[0], unique('同')];
    const row = { title, official_seq_no: '1', specific_topics: [] };
    for (const records of [
      [{ id: number, ...row }, row],
      [row, { id: number, ...row }],
    ]) {
      await write('acts.json', records);
      const { code, err } = await content(['import', at('acts.json'), '--match', 'title']);
      expect([code, faultsIn(err)]).toEqual([
        1,
        [expect.stringMatching(/^acts\.json, record 2: id: .*acts\.json, record 1.* \[DUPLICATE\]$/)],
      ]);
    }
  });

  it('refuses ambiguous matches, duplicates in the file, and fields that cannot match', async () => {
    const title = unique('雙');
    const alike = [await make('act', { title }), await make('act', { title })].map(({ id }) => id);
    const row = { official_seq_no: '1', specific_topics: [] };
    await write('acts.json', [
      { title, ...row },
      { title: `${title}新`, ...row },
      { title: `${title} 新`, ...row },
    ]);
    const { code, err } = await content(['import', at('acts.json'), '--match', 'title']);
    expect(code).toBe(1);
    expect(faultsIn(err)).toEqual([
      `acts.json, record 1: 2 stored records have the same title: ${alike.join(', ')}; give the id of one [AMBIGUOUS]`,
      expect.stringMatching(/^acts\.json, record 3: .*is the same as .*acts\.json, record 2 \[DUPLICATE\]$/),
    ]);
    const unfit = await content(['import', at('acts.json'), '--match', 'specific_topics,colour']);
    expect([unfit.code, unfit.err]).toEqual([
      2,
      'acts cannot be matched by specific_topics, colour; possible: title, official_seq_no\n',
    ]);
  });
});
