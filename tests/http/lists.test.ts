import { create, get, patch } from '../support/client';
import { idsOf, make, type RecordBody, unique, uniqueIndex } from '../support/factory';

const LAB = '/console/lab';
const REPS = `${LAB}/reps`;
const encoded = encodeURIComponent;

describe('paging', () => {
  const name = unique('委員');
  const ids: number[] = [];
  const page = (query: string) => get(`${REPS}?name=${encoded(name)}&${query}`);

  beforeAll(async () => {
    for (let each = 0; each < 41; each += 1) ids.push((await create(REPS, { name: `${name} ${each}` })).id);
  });

  it.each([
    ['', { page: 1, previous: null, next: 2 }, 0, 20],
    ['page=1', { page: 1, previous: null, next: 2 }, 0, 20],
    ['page=', { page: 1, previous: null, next: 2 }, 0, 20],
    ['page=2', { page: 2, previous: 1, next: 3 }, 20, 40],
    ['page=3', { page: 3, previous: 2, next: null }, 40, 41],
  ])('"%s" answers its part, and where it stands', async (query, paging, from, to) => {
    const answer = await page(query);
    expect(idsOf(answer)).toEqual(ids.slice(from, to));
    expect(answer.body.totalRowCount).toBe(41);
    expect(answer.body.paging).toEqual({ ...paging, pages: 3, pageSize: 20 });
  });

  it.each([4, 1_000_000, 2_147_483_647])('page %d, past the end, has no rows', async (number) => {
    const answer = await page(`page=${number}`);
    expect([answer.status, answer.body.rows, answer.body.totalRowCount]).toEqual([200, [], 41]);
    expect(answer.body.paging).toMatchObject({ page: number, pages: 3, pageSize: 20, next: null });
  });

  it.each(['all', 'all=', 'all=true', 'all=1', 'page=2&all', 'all&page=9'])(
    '"%s" answers every row on one page',
    async (query) => {
      const answer = await page(query);
      expect(idsOf(answer)).toEqual(ids);
      expect(answer.body.totalRowCount).toBe(41);
      expect(answer.body.paging).toMatchObject({ page: 1, pages: 1, previous: null, next: null });
    },
  );

  it.each(['page=0', 'page=-1', 'page=x', 'page=1.5', 'page=1e1', 'page=%20', 'page=１'])(
    '"%s" is refused',
    async (query) => {
      const answer = await page(query);
      expect([answer.status, answer.body.message, answer.body.errors[0].path]).toEqual([400, 'INVALID_INPUT', 'page']);
    },
  );

  it('an empty list has one page', async () => {
    const answer = await get(`${REPS}?name=${encoded(unique('無'))}`);
    expect(answer.body).toEqual({
      rows: [],
      totalRowCount: 0,
      paging: { page: 1, pages: 1, pageSize: 20, previous: null, next: null },
    });
  });

  it('a list of exactly one page has no other', async () => {
    const act = await make('act');
    for (let each = 0; each < 20; each += 1) await make('bill', { act_id: act.id });
    const list = () => get(`${LAB}/rs_bills?act=${act.id}`);
    expect((await list()).body.paging).toEqual({ page: 1, pages: 1, pageSize: 20, previous: null, next: null });
    await make('bill', { act_id: act.id });
    expect((await list()).body.paging).toEqual({ page: 1, pages: 2, pageSize: 20, previous: null, next: 2 });
  });

  it('leaves lists that are not paged whole', async () => {
    const mark = unique('步驟');
    for (let each = 0; each < 25; each += 1) await make('legislative-step', { name: `${mark} ${each}` });
    for (const query of ['', '&page=2', '&all', '&page=7&all']) {
      const answer = await get(`${LAB}/legislative_steps?name=${encoded(mark)}${query}`);
      expect([answer.body.rows.length, answer.body.totalRowCount]).toEqual([25, 25]);
      expect(answer.body).not.toHaveProperty('paging');
    }
  });

  it.each([
    ['rs_bills', 'bill', 'act'],
    ['rs_votes', 'vote', 'st'],
  ])('%s: no row is lost or doubled between pages, with equal dates and without', async (path, kind, filter) => {
    const target = await make(kind === 'bill' ? 'act' : 'specific-topic');
    const reference = kind === 'bill' ? { act_id: target.id } : { st_id: target.id };
    const [onDay, before, undated]: number[][] = [[], [], []];
    for (let each = 0; each < 45; each += 1) {
      const dates = kind === 'bill' ? ['2016-02-19', '2016-02-18', null] : ['2016-02-19', '2016-02-18'];
      const date = dates[each % dates.length];
      const { id } = await make(kind, { ...reference, date });
      (date === null ? undated : date === '2016-02-19' ? onDay : before)?.unshift(id);
    }
    const expected = [...(onDay ?? []), ...(before ?? []), ...(undated ?? [])];
    const pages = [];
    for (const number of [1, 2, 3])
      pages.push(...idsOf(await get(`${LAB}/${path}?${filter}=${target.id}&page=${number}`)));
    expect(pages).toEqual(expected);
    expect(idsOf(await get(`${LAB}/${path}?${filter}=${target.id}&all`))).toEqual(expected);
  });
});

describe('a partial filter', () => {
  const mark = unique('q');
  const titles = [
    `${mark} 100% Émile`,
    `${mark} 100 EMILE`,
    `${mark} a_b`,
    `${mark} aXb`,
    `${mark} a\\b 勞動基準法`,
    `${mark} [勞]*.?`,
  ];
  const ids: number[] = [];

  beforeAll(async () => {
    for (const title of titles) ids.push((await make('act', { title })).id);
  });

  /** Returns the indexes of the titles that contain a text. */
  const found = async (text: string): Promise<number[]> => {
    const answer = await get(`${LAB}/acts?title=${encoded(text)}`);
    expect(answer.status).toBe(200);
    return idsOf(answer).flatMap((id) => (ids.includes(id) ? ids.indexOf(id) : []));
  };

  it.each([
    ['the beginning', mark, [0, 1, 2, 3, 4, 5]],
    ['another case', `${mark.toUpperCase()} A_B`, [2]],
    ['another case of a letter with an accent', 'éMILE', [0]],
    ['a percent sign', '%', [0]],
    ['a percent sign within', '100%', [0]],
    ['what a percent sign would stand for', `${mark}%`, []],
    ['an underscore', '_', [2]],
    ['an underscore within', 'a_b', [2]],
    ['a backslash', '\\', [4]],
    ['a backslash within', 'a\\b', [4]],
    ['two backslashes', '\\\\', []],
    ['one Chinese character', '勞', [4, 5]],
    ['two of them', '基準', [4]],
    ['what a pattern would be made of', '[勞]*.?', [5]],
    ['a space', `${mark} a`, [2, 3, 4]],
    ['more than there is', `${mark} a_b!`, []],
  ])('finds %s', async (_, text, places) => {
    expect(await found(text)).toEqual(places);
  });

  it('does not look at anything but its field', async () => {
    const act = await make('act', { official_seq_no: unique('字號') });
    expect(idsOf(await get(`${LAB}/acts?title=${encoded(act.official_seq_no)}`))).toEqual([]);
  });

  it('finds names of every kind that has one', async () => {
    for (const [path, kind] of [
      ['caucuses', 'caucus'],
      ['parties', 'party'],
      ['reps', 'rep'],
      ['rs_tags', 'tag'],
      ['committees', 'committee'],
      ['zones', 'zone'],
      ['personas', 'persona'],
      ['gov_agencies', 'gov-agency'],
    ] as const) {
      const name = unique('立法院');
      const { id } = await make(kind, { name });
      expect([path, idsOf(await get(`${LAB}/${path}?name=${encoded(name.slice(1))}`))]).toEqual([path, [id]]);
    }
    const doc = await make('doc', { title: unique('文件') });
    expect(idsOf(await get(`${LAB}/docs?title=${encoded(doc.title)}`))).toEqual([doc.id]);
  });
});

describe('the list of representatives', () => {
  const [ninth, tenth] = [uniqueIndex(), uniqueIndex()];
  const [north, south] = [unique('北市一'), unique('南市二')];
  const party: Record<string, RecordBody> = {};
  let [both, other, guest]: RecordBody[] = [];

  beforeAll(async () => {
    for (const name of ['green', 'blue']) party[name] = await make('party', { color: '#0a0', emblem: '/e.svg' });
    await make('term', {
      index: ninth,
      districts: [{ name: north, abbreviation: '北一', zone_name: '北市', index: 1 }],
    });
    const served = (term_index: number, district_name: string | null, change_type: string | null = null) => ({
      term_index,
      district_name,
      change_type,
    });
    both = await make('rep', {
      terms: [served(ninth, north, '當選'), served(tenth, south)],
      parties: [
        { term_index: ninth, party: party.green.id },
        { term_index: tenth, party: party.blue.id },
      ],
    });
    other = await make('rep', {
      terms: [served(tenth, north)],
      parties: [{ term_index: tenth, party: party.green.id }],
    });
    guest = await make('rep', { terms: [served(ninth, null, '遞補')] });
  });

  const found = async (query: string) => idsOf(await get(`${REPS}?all&${query}`));

  it('shows each term with the party, the district as the term describes it, and how the seat was taken', async () => {
    const summary = ({ id, name, abbreviation, color, emblem }: RecordBody) => ({
      id,
      name,
      abbreviation,
      color,
      emblem,
    });
    const [row] = (await get(`${REPS}?name=${encoded(both.name)}`)).body.rows;
    expect(row).toEqual({
      id: both.id,
      name: both.name,
      history: [
        {
          term: ninth,
          party: summary(party.green),
          district: { name: north, abbreviation: '北一', zone_name: '北市', index: 1 },
          change_type: '當選',
        },
        {
          term: tenth,
          party: summary(party.blue),
          district: { name: south, abbreviation: null, zone_name: null, index: null },
          change_type: null,
        },
      ],
    });
    expect((await get(`${REPS}?name=${encoded(guest.name)}`)).body.rows[0].history).toEqual([
      { term: ninth, party: null, district: null, change_type: '遞補' },
    ]);
  });

  it('is filtered by term, district and party', async () => {
    expect(await found(`term=${ninth}`)).toEqual([both.id, guest.id]);
    expect(await found(`term=${tenth}`)).toEqual([both.id, other.id]);
    expect(await found(`district=${encoded(north)}`)).toEqual([both.id, other.id]);
    expect(await found(`district=${encoded(north.slice(0, -1))}`)).toEqual([]);
    expect(await found(`party=${party.green.id}`)).toEqual([both.id, other.id]);
    expect(await found(`party=${party.blue.id}`)).toEqual([both.id]);
  });

  it('is filtered by several of them for one and the same term', async () => {
    expect(await found(`term=${ninth}&district=${encoded(north)}`)).toEqual([both.id]);
    expect(await found(`term=${tenth}&district=${encoded(north)}`)).toEqual([other.id]);
    expect(await found(`term=${ninth}&party=${party.blue.id}`)).toEqual([]);
    expect(await found(`district=${encoded(south)}&party=${party.green.id}`)).toEqual([]);
    expect(await found(`term=${tenth}&district=${encoded(south)}&party=${party.blue.id}`)).toEqual([both.id]);
    expect(await found(`term=${tenth}&name=${encoded(other.name)}`)).toEqual([other.id]);
    expect(await found(`term=${ninth}&name=${encoded(other.name)}`)).toEqual([]);
  });
});

it('act features are shown with what they refer to, and filtered by it', async () => {
  const [topic, act] = [await make('specific-topic', { image: '/t.png' }), await make('act')];
  const direction = await make('act-dir', { st: topic.id });
  const all = await make('act-feature', {
    st: topic.id,
    act: act.id,
    act_dir: direction.id,
    feature: '登記',
    dir: '應',
  });
  const ofAct = await make('act-feature', { act: act.id });
  const ofTopic = await make('act-feature', { st: topic.id });
  const found = async (query: string) => idsOf(await get(`${LAB}/act_features?all&${query}`));
  expect(await found(`st=${topic.id}`)).toEqual([all.id, ofTopic.id]);
  expect(await found(`act=${act.id}`)).toEqual([all.id, ofAct.id]);
  expect(await found(`act_dir=${direction.id}`)).toEqual([all.id]);
  expect(await found(`st=${topic.id}&act=${act.id}&act_dir=${direction.id}`)).toEqual([all.id]);
  expect(await found(`st=${topic.id}&act=${ofTopic.act.id}&act_dir=${direction.id}`)).toEqual([]);
  expect((await get(`${LAB}/act_features?act_dir=${direction.id}`)).body.rows).toEqual([
    {
      id: all.id,
      st: { id: topic.id, title: topic.title, image: '/t.png', index: topic.index },
      act: { id: act.id, title: act.title, official_seq_no: act.official_seq_no },
      act_dir: { id: direction.id, name: direction.name },
      feature: '登記',
      dir: '應',
    },
  ]);
  await patch(`${LAB}/act_features/${all.id}`, { act_dir: null });
  expect(await found(`act_dir=${direction.id}`)).toEqual([]);
});
