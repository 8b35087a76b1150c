import { type Answer, create, faultsOf, get, patch, post } from '../support/client';
import { make, unique, uniqueIndex } from '../support/factory';

const LAB = '/console/lab';

describe('null', () => {
  it('clears an optional field of any kind', async () => {
    const [rep, tag, step, caucus] = [
      await make('rep'),
      await make('tag'),
      await make('legislative-step'),
      await make('caucus'),
    ];
    const optional = {
      version_no: '一',
      date: 0,
      term_index: 9,
      principle_sponsor_type: 'caucus',
      principle_sponsor_value: caucus.id,
      sponsors: [rep.id],
      tags: [tag.id],
      legislative_steps: [{ date: 0, legislative_step_id: step.id }],
    };
    const bill = await make('bill', optional);
    expect(bill).toMatchObject(optional);
    const nothing = Object.fromEntries(Object.keys(optional).map((name) => [name, null]));
    const empty = { ...nothing, sponsors: [], tags: [], legislative_steps: [] };
    expect((await patch(`${LAB}/rs_bills/${bill.id}`, nothing)).body).toMatchObject(empty);
    expect((await get(`${LAB}/rs_bills/${bill.id}`)).body).toMatchObject(empty);
    expect(await make('bill', nothing)).toMatchObject(empty);
  });

  it('clears color and a reference', async () => {
    const caucus = await make('caucus', { color: '#123456' });
    expect((await patch(`${LAB}/caucuses/${caucus.id}`, { color: null })).body.color).toBeNull();
    const feature = await make('act-feature', { act_dir: (await make('act-dir')).id });
    expect((await patch(`${LAB}/act_features/${feature.id}`, { act_dir: null })).body.act_dir).toBeNull();
  });

  it('or emptiness is refused where a text is required, and changes nothing', async () => {
    const act = await make('act');
    const body = { title: '法', official_seq_no: '1', specific_topics: [] };
    for (const empty of [null, '']) {
      expect(faultsOf(await patch(`${LAB}/acts/${act.id}`, { title: empty }))).toEqual(['title REQUIRED']);
      expect(faultsOf(await post(`${LAB}/acts`, { ...body, title: empty }))).toEqual(['title REQUIRED']);
    }
    expect((await get(`${LAB}/acts/${act.id}`)).body.title).toBe(act.title);
  });
});

describe('a PATCH', () => {
  it('leaves what it does not name, and replaces arrays as a whole', async () => {
    const tags = [(await make('tag')).id, (await make('tag')).id];
    const step = await make('legislative-step');
    const stepAt = (date: number) => ({ date, legislative_step_id: step.id });
    const bill = await make('bill', { content: '內容', tags, legislative_steps: [stepAt(1), stepAt(2)] });
    const answer = await patch(`${LAB}/rs_bills/${bill.id}`, { legislative_steps: [stepAt(3)] });
    expect(answer.body).toEqual({ ...bill, legislative_steps: [stepAt(3)] });
    expect((await patch(`${LAB}/rs_bills/${bill.id}`, {})).body).toEqual(answer.body);
  });
});

describe('a boolean', () => {
  it.each([
    [true, true],
    [false, false],
    [1, true],
    [0, false],
  ])('%p is taken as %p', async (value, expected) => {
    const act = await make('act');
    const bill = await create(`${LAB}/rs_bills`, { act_id: act.id, is_law: value, act_features: [] });
    expect(bill.is_law).toBe(expected);
    const rep = await make('rep', { sessions: [{ term_index: 9, session_index: 1, is_convener: value }] });
    expect(rep.sessions[0].is_convener).toBe(expected);
  });

  it.each([2, -1, 'yes', [], {}])('%p is refused', async (value) => {
    const bill = await make('bill');
    expect(faultsOf(await patch(`${LAB}/rs_bills/${bill.id}`, { is_law: value }))).toEqual(['is_law INVALID_TYPE']);
  });
});

describe('a reference', () => {
  let act: Answer['body'];
  beforeAll(async () => {
    act = await make('act');
  });

  it.each([
    ['an integer', () => act.id],
    ['a string of digits', () => String(act.id)],
    ['an object with an id', () => ({ id: act.id })],
    ['a list row', () => ({ ...act, id: act.id })],
  ])('comes as %s', async (_, reference) => {
    const bill = await make('bill', { act_id: reference() });
    expect(bill.act_id).toBe(act.id);
    expect((await patch(`${LAB}/rs_bills/${bill.id}`, { act_id: reference() })).body.act_id).toBe(act.id);
  });

  it('comes in each of these forms in lists and nested rows, too', async () => {
    const [a, b, c] = [await make('rep'), await make('rep'), await make('rep')];
    const [tag, step, party] = [await make('tag'), await make('legislative-step'), await make('party')];
    const bill = await make('bill', {
      sponsors: [a.id, String(b.id), { id: c.id, name: c.name }],
      tags: [{ id: tag.id, name: tag.name }],
      legislative_steps: [{ date: 0, legislative_step_id: { id: step.id, name: step.name } }],
    });
    expect(bill).toMatchObject({
      sponsors: [a.id, b.id, c.id],
      tags: [tag.id],
      legislative_steps: [{ date: 0, legislative_step_id: step.id }],
    });
    const rep = await make('rep', { parties: [{ term_index: 9, party: { id: party.id, name: party.name } }] });
    expect(rep.parties[0].party).toEqual({ id: party.id, name: party.name });
    const term = await make('term', { parties: [String(party.id)] });
    expect(term.parties).toMatchObject([{ id: party.id }]);
  });

  it('is none when it is 0 and optional', async () => {
    const party = await make('party');
    const rep = await make('rep', { parties: [{ term_index: 9, party: party.id, caucus: 0 }] });
    expect(rep.parties[0].caucus).toBeNull();
    const feature = await make('act-feature', { act_dir: (await make('act-dir')).id });
    expect((await patch(`${LAB}/act_features/${feature.id}`, { act_dir: 0 })).body.act_dir).toBeNull();
    const bill = await make('bill', { principle_sponsor_type: 'rep', principle_sponsor_value: rep.id });
    const cleared = await patch(`${LAB}/rs_bills/${bill.id}`, {
      principle_sponsor_type: null,
      principle_sponsor_value: 0,
    });
    expect(cleared.body).toMatchObject({ principle_sponsor_type: null, principle_sponsor_value: null });
  });

  it.each([0, -1, 1.5, '', 'x', '1.5', true, [1], {}, { id: 'x' }, 2_147_483_648])(
    'is refused as %p where it is required',
    async (value) => {
      const bill = await make('bill');
      const answer = await patch(`${LAB}/rs_bills/${bill.id}`, { act_id: value });
      expect([answer.status, answer.body.errors?.[0].path]).toEqual([400, 'act_id']);
      expect((await get(`${LAB}/rs_bills/${bill.id}`)).body.act_id).toBe(bill.act_id);
    },
  );

  it('to no record is named with its path, wherever it stands', async () => {
    const direction = await make('act-dir');
    const bill = await make('bill');
    const answer = await patch(`${LAB}/rs_bills/${bill.id}`, {
      act_id: 2_147_483_647,
      cosponsors: [2_147_483_646],
      legislative_steps: [{ date: 0, legislative_step_id: 2_147_483_645 }],
      act_features: [{ act_dir_id: direction.id, act_feature_id: 2_147_483_644, short_content: '短', content: '長' }],
    });
    expect([answer.status, faultsOf(answer)]).toEqual([
      400,
      [
        'act_features[0].act_feature_id UNKNOWN_REFERENCE',
        'act_id UNKNOWN_REFERENCE',
        'cosponsors[0] UNKNOWN_REFERENCE',
        'legislative_steps[0].legislative_step_id UNKNOWN_REFERENCE',
      ],
    ]);
  });
});

it('an index counts from 0, and need not be that of a term', async () => {
  const index = uniqueIndex();
  const bill = await make('bill', { term_index: index, session_index: 0, temp_session_index: 99 });
  expect(bill).toMatchObject({ term_index: index, session_index: 0, temp_session_index: 99 });
  for (const wrong of [-1, 1.5, 'ninth', 2_147_483_648]) {
    const answer = await patch(`${LAB}/rs_bills/${bill.id}`, { term_index: wrong });
    expect([answer.status, answer.body.errors?.[0].path]).toEqual([400, 'term_index']);
  }
});

it('a number may stand for a text', async () => {
  const act = await make('act', { official_seq_no: 1_050_101 });
  expect(act.official_seq_no).toBe('1050101');
  expect((await patch(`${LAB}/acts/${act.id}`, { title: 0, official_seq_no: 1.5 })).body).toMatchObject({
    title: '0',
    official_seq_no: '1.5',
  });
  const feature = await make('act-feature', { scale: [{ score: 3, description: 100 }] });
  expect(feature.scale).toEqual([{ score: 3, description: '100' }]);
  expect(faultsOf(await patch(`${LAB}/acts/${act.id}`, { title: true }))).toEqual(['title INVALID_TYPE']);
});

describe('a number for a text', () => {
  it.each([
    ['01513', 1513],
    ['1513.0', 1513],
    ['-007', -7],
    ['0', 0],
  ])('leaves %p as it is when it is %p', async (official_seq_no, number) => {
    const act = await make('act', { official_seq_no });
    const path = `${LAB}/acts/${act.id}`;
    const answer = await patch(path, { official_seq_no: number, title: '改' });
    expect(answer.body).toEqual({ ...act, title: '改' });
    expect((await get(path)).body.official_seq_no).toBe(official_seq_no);
  });

  it('replaces a text that is another number, or none; a text always does', async () => {
    const act = await make('act', { official_seq_no: '01513' });
    const path = `${LAB}/acts/${act.id}`;
    const becomes = async (official_seq_no: unknown) => (await patch(path, { official_seq_no })).body.official_seq_no;
    expect(await becomes(1514)).toBe('1514');
    expect(await becomes('01514')).toBe('01514');
    expect(await becomes('1514')).toBe('1514');
    expect(await becomes(' ')).toBe(' ');
    expect(await becomes(0)).toBe('0');
    expect(await becomes('第15號')).toBe('第15號');
    expect(await becomes(15)).toBe('15');
  });

  it('changes nothing that is stored when it is the same: the entity tag stays', async () => {
    const act = await make('act', { official_seq_no: '01513' });
    const before = await get(`${LAB}/acts/${act.id}?full`);
    await patch(`${LAB}/acts/${act.id}`, { official_seq_no: 1513 });
    expect((await get(`${LAB}/acts/${act.id}?full`)).text).toBe(before.text);
  });
});

it('a text may be long, and have any characters', async () => {
  const name = unique('長').repeat(10_000);
  const slug = ' a\t\n\u{1F5F3}"\'\\%_ ';
  const tag = await make('tag', { name, slug, description: '' });
  expect((await get(`${LAB}/rs_tags/${tag.id}`)).body).toEqual({ id: tag.id, name, slug, description: '' });
  expect((await make('bill', { tags: [name] })).tags).toEqual([tag.id]);
  const link = `https://ly.example/?${'q'.repeat(3_000)}`;
  expect((await make('vote', { source_link: link })).source_link).toBe(link);
  const rep = await make('rep', { terms: [{ term_index: 9, duty: link }] });
  expect(rep.terms[0].duty).toBe(link);
});

it('colors are a comma-separated text or an array of texts, and answered as the text', async () => {
  const caucus = await make('caucus', { color: ['#000095', '#ffffff'] });
  const path = `${LAB}/caucuses/${caucus.id}`;
  expect(caucus.color).toBe('#000095,#ffffff');
  expect((await patch(path, { color: '#1b9431,#fff' })).body.color).toBe('#1b9431,#fff');
  expect((await patch(path, { color: ['#1b9431'] })).body.color).toBe('#1b9431');
  expect((await patch(path, { color: ['#1b9431', {}] })).status).toBe(400);
  expect((await get(path)).body.color).toBe('#1b9431');
});

describe('Ignored-Fields', () => {
  it('names what a body has and the resource does not know, at every depth', async () => {
    const [direction, feature, step] = [
      await make('act-dir'),
      await make('act-feature'),
      await make('legislative-step'),
    ];
    const row = { act_dir_id: direction.id, act_feature_id: feature.id, short_content: '短', content: '長' };
    const answer = await post(`${LAB}/rs_bills`, {
      act_id: (await make('act')).id,
      is_law: true,
      contents: '寫錯了',
      act_features: [row, { ...row, note: { deep: 1 } }],
      legislative_steps: [{ date: 0, legislative_step_id: step.id, dates: 1, step: 2 }],
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('ignored-fields')?.split(', ').sort()).toEqual([
      'act_features[1].note',
      'contents',
      'legislative_steps[0].dates',
      'legislative_steps[0].step',
    ]);
    expect(answer.body.content).toBeNull();
  });

  it('is absent when all is known', async () => {
    const bill = await make('bill');
    expect((await patch(`${LAB}/rs_bills/${bill.id}`, bill)).headers.get('ignored-fields')).toBeNull();
  });

  it('names fields below the children of a topic', async () => {
    const topic = await make('specific-topic', { act_dirs: [{ name: '方向', index: 1 }] });
    const act_dirs = [{ ...topic.act_dirs[0], title: '別名' }];
    const answer = await patch(`${LAB}/specific_topics/${topic.id}`, { act_dirs });
    expect([answer.status, answer.headers.get('ignored-fields')]).toEqual([200, 'act_dirs[0].title']);
  });

  it('an id in a PATCH body must be that of the path', async () => {
    const tag = await make('tag', { name: unique('標') });
    expect((await patch(`${LAB}/rs_tags/${tag.id}`, { id: tag.id, slug: 's' })).body.slug).toBe('s');
    expect(faultsOf(await patch(`${LAB}/rs_tags/${tag.id}`, { id: tag.id + 1, slug: 't' }))).toEqual(['id MISMATCH']);
    expect((await get(`${LAB}/rs_tags/${tag.id}`)).body.slug).toBe('s');
  });
});
