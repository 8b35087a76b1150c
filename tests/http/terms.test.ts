import { create, faultsOf, get, patch, post } from '../support/client';
import { make, type RecordBody, unique, uniqueIndex } from '../support/factory';

const TERMS = '/console/lab/terms';
/** 2871-02-01, and the dates of its sessions. */
const FEBRUARY = 28_435_536_000_000;
const DAY = 86_400_000;

const party: Record<string, RecordBody> = {};
const caucus: Record<string, RecordBody> = {};
let term: RecordBody;

const summary = ({ id, name, abbreviation, color, emblem }: RecordBody) => ({ id, name, abbreviation, color, emblem });

const EMPTY = {
  start_date: FEBRUARY,
  end_date: FEBRUARY,
  sessions: [],
  parties: [],
  caucuses: [],
  districts: [],
};
const SESSIONS = [
  { session_index: 1, temp_session_index: 0, start_date: FEBRUARY, end_date: FEBRUARY + 149 * DAY },
  { session_index: 1, temp_session_index: 1, start_date: FEBRUARY + 160 * DAY, end_date: FEBRUARY + 170 * DAY },
  { session_index: 2, temp_session_index: 0, start_date: FEBRUARY + 212 * DAY, end_date: FEBRUARY + 333 * DAY },
];
const DISTRICTS = [
  {
    name: '臺北市第二選舉區',
    abbreviation: '北市二',
    zone_name: '臺北市',
    index: 2,
    neighborhoods: ['大同區', '士林區'],
  },
  { name: '臺北市第一選舉區', abbreviation: '北市一', zone_name: '臺北市', index: 1, neighborhoods: [] },
];

beforeAll(async () => {
  for (const name of ['green', 'blue']) party[name] = await make('party', { color: '#00aa00', emblem: `/${name}.svg` });
  for (const name of ['greens', 'blues']) caucus[name] = await make('caucus');
  term = await create(TERMS, {
    index: uniqueIndex(),
    start_date: FEBRUARY,
    end_date: '2875-01-31',
    sessions: SESSIONS,
    parties: [party.green.id, party.blue.id],
    caucuses: [
      { caucus: caucus.blues.id, parties: [party.blue.id, party.green.id] },
      { caucus: caucus.greens.id, parties: [party.green.id] },
    ],
    districts: DISTRICTS,
  });
});

describe('a term', () => {
  const shared = () => ({
    index: term.index,
    start_date: FEBRUARY,
    end_date: 28_561_680_000_000,
    sessions: SESSIONS,
    parties: [summary(party.green), summary(party.blue)],
    districts: DISTRICTS,
  });

  it('lists the parties of each caucus in the detail', async () => {
    const caucuses = [
      { caucus: summary(caucus.blues), parties: [summary(party.blue), summary(party.green)] },
      { caucus: summary(caucus.greens), parties: [summary(party.green)] },
    ];
    expect((await get(`${TERMS}/${term.index}`)).body).toEqual({ ...shared(), caucuses });
    expect(term).toEqual({ ...shared(), caucuses });
  });

  it('lists the caucuses alone in the row', async () => {
    const { rows, totalRowCount } = (await get(`${TERMS}?term=${term.index}`)).body;
    expect(totalRowCount).toBe(1);
    expect(rows).toEqual([{ ...shared(), caucuses: [summary(caucus.blues), summary(caucus.greens)] }]);
  });

  it('is known by its index, which no other term may have and which stays', async () => {
    const index = uniqueIndex();
    const body = { index, ...EMPTY };
    const made = await post(TERMS, body);
    expect([made.status, made.headers.get('location'), made.body.index]).toEqual([201, `${TERMS}/${index}`, index]);
    const twice = await post(TERMS, body);
    expect([twice.status, twice.body.message, faultsOf(twice)]).toEqual([409, 'CONFLICT', ['index TAKEN']]);
    const moved = await patch(`${TERMS}/${index}`, { index: index + 1 });
    expect([moved.status, faultsOf(moved)]).toEqual([400, ['index MISMATCH']]);
    expect((await patch(`${TERMS}/${index}`, { index, end_date: FEBRUARY + DAY })).body.end_date).toBe(FEBRUARY + DAY);
    expect((await get(`${TERMS}/${index + 1}`)).status).toBe(404);
  });

  it('is made once by two requests at once', async () => {
    const index = uniqueIndex();
    const body = { index, ...EMPTY };
    const answers = await Promise.all([post(TERMS, body), post(TERMS, body), post(TERMS, body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await get(`${TERMS}?term=${index}`)).body.totalRowCount).toBe(1);
  });

  it('does not end before it starts, nor does a session of it', async () => {
    const path = `${TERMS}/${(await make('term')).index}`;
    const [session] = SESSIONS;
    const answer = await patch(path, {
      start_date: FEBRUARY,
      end_date: FEBRUARY - 1,
      sessions: [session, { ...session, session_index: 2, start_date: FEBRUARY + DAY, end_date: FEBRUARY }],
    });
    expect([answer.status, faultsOf(answer)]).toEqual([
      400,
      ['end_date INVALID_VALUE', 'sessions[1].end_date INVALID_VALUE'],
    ]);
    const oneSided = await patch(path, { end_date: -62_135_596_800_000 });
    expect(faultsOf(oneSided)).toEqual(['end_date INVALID_VALUE']);
    expect((await patch(path, { start_date: FEBRUARY, end_date: FEBRUARY })).status).toBe(200);
  });

  it('has no two sessions of the same two indexes, and no two districts of one name', async () => {
    const [first, extra, second] = SESSIONS;
    const twice = {
      sessions: [first, extra, second, { ...second, start_date: FEBRUARY }, extra],
      districts: [...DISTRICTS, { ...DISTRICTS[0], index: 3, abbreviation: '北市三' }],
    };
    const faults = [
      'districts[2].name DUPLICATE',
      'sessions[3].session_index DUPLICATE',
      'sessions[4].session_index DUPLICATE',
    ];
    const { index } = await make('term');
    const body = { index: uniqueIndex(), start_date: FEBRUARY, end_date: FEBRUARY, parties: [], caucuses: [] };
    for (const answer of [await patch(`${TERMS}/${index}`, twice), await post(TERMS, { ...body, ...twice })])
      expect([answer.status, answer.body.message, faultsOf(answer)]).toEqual([400, 'INVALID_INPUT', faults]);
    expect((await get(`${TERMS}/${index}`)).body).toMatchObject({ sessions: [], districts: [] });
    expect((await get(`${TERMS}/${body.index}`)).status).toBe(404);
    // Swapped indexes name another session; the same name is another district in another term.
    const earlier = { start_date: FEBRUARY - 9 * DAY, end_date: FEBRUARY - 8 * DAY };
    const apart = [
      { ...first, ...earlier },
      { ...first, ...earlier, session_index: 0, temp_session_index: 1 },
    ];
    expect((await patch(`${TERMS}/${index}`, { sessions: apart, districts: DISTRICTS })).status).toBe(200);
  });

  it('takes neighborhoods as an array, as one text, or not at all', async () => {
    const { index } = await make('term');
    const district = { name: '臺北市第三選舉區', abbreviation: '北市三', zone_name: '臺北市', index: 3 };
    const spellings = [['中山區', '松山區'], '中山區、松山區', '中山區,松山區', null, [], undefined];
    const answer = await patch(`${TERMS}/${index}`, {
      districts: spellings.map((neighborhoods, index) => ({ ...district, name: `第${index}選舉區`, neighborhoods })),
    });
    const answered = answer.body.districts.map(({ neighborhoods }: { neighborhoods: string[] }) => neighborhoods);
    expect(answered).toEqual([['中山區', '松山區'], ['中山區', '松山區'], ['中山區', '松山區'], [], [], []]);
    expect((await get(`${TERMS}/${index}`)).text).toBe(answer.text);
  });

  it('names what is missing in its nested rows', async () => {
    const body = { index: uniqueIndex(), start_date: FEBRUARY, end_date: FEBRUARY, parties: [2_147_483_647] };
    const answer = await post(TERMS, {
      ...body,
      sessions: [{}],
      caucuses: [{ parties: 7 }],
      districts: [{ name: '' }],
    });
    expect(faultsOf(answer)).toEqual([
      'caucuses[0].caucus REQUIRED',
      'caucuses[0].parties INVALID_TYPE',
      'districts[0].abbreviation REQUIRED',
      'districts[0].index REQUIRED',
      'districts[0].name REQUIRED',
      'districts[0].zone_name REQUIRED',
      'parties[0] UNKNOWN_REFERENCE',
      'sessions[0].end_date REQUIRED',
      'sessions[0].session_index REQUIRED',
      'sessions[0].start_date REQUIRED',
      'sessions[0].temp_session_index REQUIRED',
    ]);
  });
});

describe('the list of terms', () => {
  it('shows the last term first, and leaves one with the filter', async () => {
    const index = uniqueIndex() + 30_000_000;
    for (const step of [1, 3, 2]) await make('term', { index: index + step });
    const { rows } = (await get(TERMS)).body;
    const mine = rows.map((row: RecordBody) => row.index - index).filter((step: number) => step >= 1 && step <= 3);
    expect(mine).toEqual([3, 2, 1]);
    const one = (await get(`${TERMS}?term=${index + 2}`)).body;
    expect([one.totalRowCount, one.rows[0].index]).toEqual([1, index + 2]);
    expect((await get(`${TERMS}?term=${index}`)).body).toEqual({ rows: [], totalRowCount: 0 });
  });
});

describe('the parts of a term, each as a list', () => {
  it.each([
    ['term_sessions', () => SESSIONS],
    ['term_parties', () => [{ parties: [summary(party.green), summary(party.blue)] }]],
    [
      'term_caucuses',
      () => [
        { caucus: summary(caucus.blues), parties: [summary(party.blue), summary(party.green)] },
        { caucus: summary(caucus.greens), parties: [summary(party.green)] },
      ],
    ],
    ['term_districts', () => DISTRICTS],
  ])('%s', async (name, rows) => {
    const path = `/console/lab/${name}`;
    const answer = await get(`${path}?term=${term.index}`);
    expect([answer.status, answer.body]).toEqual([200, { rows: rows(), totalRowCount: rows().length }]);
    expect((await get(`${path}?term=${term.index + 40_000_000}`)).body).toEqual({ rows: [], totalRowCount: 0 });
    for (const query of ['', '?term=']) {
      const missing = await get(`${path}${query}`);
      expect([missing.status, faultsOf(missing)]).toEqual([400, ['term REQUIRED']]);
    }
    expect(faultsOf(await get(`${path}?term=ninth`))).toEqual(['term INVALID_TYPE']);
    expect(faultsOf(await get(`${path}?term=9&nope=1`))).toEqual(['nope UNKNOWN_PARAMETER']);
    expect((await get(`${path}?term=9`, { as: 'public' })).status).toBe(401);
    expect((await get(`${path}?term=9`, { as: 'citizen' })).status).toBe(403);
    const written = await post(path, {});
    expect([written.status, written.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('date_to_term', () => {
  const at = (date: string | number) =>
    get(`/c0ngress/date_to_term?date=${encodeURIComponent(date)}`, { as: 'public' });
  const held = (session: number, date: number) => ({ term_index: term.index, ...SESSIONS[session], date });
  const NO_SESSION = {
    term_index: null,
    session_index: null,
    temp_session_index: null,
    start_date: null,
    end_date: null,
  };

  it.each([
    ['the first moment of a session', FEBRUARY, 0],
    ['a day within', FEBRUARY + 10 * DAY, 0],
    ['the last day', FEBRUARY + 149 * DAY, 0],
    ['the evening of the last day', FEBRUARY + 150 * DAY - 1, 0],
    ['an extraordinary session', FEBRUARY + 165 * DAY, 1],
    ['the session after', FEBRUARY + 300 * DAY, 2],
  ])('answers the session that holds %s', async (_, date, session) => {
    const answer = await at(date);
    expect([answer.status, answer.body]).toEqual([200, held(session, date)]);
  });

  it('accepts a date as text', async () => {
    expect((await at('2871-02-01')).body).toEqual(held(0, FEBRUARY));
    expect((await at('2871-02-02T08:00:00+08:00')).body).toEqual(held(0, FEBRUARY + DAY));
  });

  it.each([
    ['before every session', FEBRUARY - 1],
    ['the day after the last', FEBRUARY + 150 * DAY],
    ['between two sessions', FEBRUARY + 190 * DAY],
    ['long before all terms', -62_135_596_800_000],
    ['long after all terms', 253_402_300_799_999],
  ])('answers null in every field but the date for %s', async (_, date) => {
    const answer = await at(date);
    expect([answer.status, answer.body]).toEqual([200, { ...NO_SESSION, date }]);
    expect(Object.keys(answer.body)).toEqual(Object.keys((await at(FEBRUARY)).body));
  });

  it('refuses an invalid or missing date', async () => {
    for (const date of ['2871-02-30', 'tomorrow', '1.5']) {
      const answer = await at(date);
      expect([answer.status, faultsOf(answer)]).toEqual([400, ['date INVALID_VALUE']]);
    }
    for (const query of ['', '?date='])
      expect(faultsOf(await get(`/c0ngress/date_to_term${query}`, { as: 'public' }))).toEqual(['date REQUIRED']);
  });
});

describe('the public lists', () => {
  it('unique_districts names each district once', async () => {
    const [shared, served] = [unique('區'), unique('區')];
    const district = (name: string) => ({ name, abbreviation: '區', zone_name: '市', index: 1 });
    await make('term', { districts: [district(shared), district(unique('區'))] });
    await make('term', { districts: [district(shared)] });
    await make('rep', {
      terms: [
        { term_index: 9, district_name: served },
        { term_index: 10, district_name: shared },
      ],
    });
    const { rows, totalRowCount } = (await get('/c0ngress/unique_districts', { as: 'public' })).body;
    expect(totalRowCount).toBe(rows.length);
    expect(rows.filter(({ name }: { name: string }) => name === shared)).toEqual([{ name: shared }]);
    expect(rows).toContainEqual({ name: served });
  });

  it.each([
    ['legislative_steps', 'legislative-step', {}],
    ['gov_agencies', 'gov-agency', {}],
    ['zones', 'zone', { abbreviation: '北市', category: '直轄市' }],
  ])('%s are there for everybody', async (name, kind, fields) => {
    const { id, name: called } = await make(kind, fields);
    for (const as of ['public', 'citizen', 'editor'] as const) {
      const answer = await get(`/c0ngress/${name}`, { as });
      expect([answer.status, answer.body.totalRowCount]).toEqual([200, answer.body.rows.length]);
      expect(answer.body.rows).toContainEqual({ id, name: called, ...fields });
    }
  });
});
