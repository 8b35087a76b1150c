import type { Warning } from '../common/findings';
import type { JsonObject } from '../common/json';
import { rules } from '../rules';

const ms = (text: string) => Date.parse(`${text}T00:00:00+08:00`);
const iso = (text: string) => new Date(ms(text)).toISOString();

const session = (session_index: number, temp_session_index: number, start: string, end: string) => ({
  session_index,
  temp_session_index,
  start_date: ms(start),
  end_date: ms(end),
});

const TERM = {
  index: 9,
  start_date: ms('2016-02-01'),
  end_date: ms('2020-01-31'),
  sessions: [
    session(1, 0, '2016-02-19', '2016-07-15'),
    session(2, 0, '2016-09-13', '2016-12-30'),
    session(2, 1, '2017-01-05', '2017-01-19'),
    session(3, 0, '2017-02-17', '2017-05-31'),
  ],
};

const rep = (name: string, district_name: string, change_date: string | null = iso('2016-02-01')): JsonObject => ({
  name,
  birth_date: null,
  gender: null,
  terms: [{ term_index: 9, change_date, change_type: null, district_name }],
  parties: [{ term_index: 9, party: 1, caucus: null, start_date: change_date }],
  sessions: [],
});

const REPS: Record<number, JsonObject> = {
  1: rep('林禾田', '南區'),
  2: rep('陳映澄', '北區'),
  3: rep('蔡沛岑', '東區'),
  4: rep('許牧之', '南區', iso('2017-03-01')),
};

const vote = (more: JsonObject): JsonObject => ({
  date: ms('2017-04-07'),
  term_index: 9,
  session_index: 3,
  temp_session_index: 0,
  title: JSON.stringify(more),
  aye: [4],
  nay: [2],
  abstain: [],
  absence: [3],
  community_link: null,
  source_link: 'https://example.org/gazette/1',
  ...more,
});

const bill = (more: JsonObject): JsonObject => ({
  act_id: 1,
  version_no: null,
  date: null,
  term_index: 9,
  session_index: null,
  temp_session_index: null,
  data_source_link: null,
  progress_source_link: null,
  ...more,
});

interface RuleContext {
  compared?: [string, number, JsonObject][];
  terms?: JsonObject[];
  reps?: Record<number, JsonObject>;
}

/** Checks records one after the other, numbered from 1, and returns the warnings. */
function judged(
  resource: string,
  records: JsonObject[],
  { compared = [], terms = [TERM], reps = REPS }: RuleContext = {},
): Warning[] {
  const opened = rules.open();
  for (const record of terms) opened.see({ resource: 'terms', number: record.index as number, record });
  for (const [number, record] of Object.entries(reps)) opened.see({ resource: 'reps', number: Number(number), record });
  for (const [other, number, record] of compared) opened.compare({ resource: other, number, record });
  const own = records.flatMap((record, index) => opened.judge({ resource, number: index + 1, record }));
  return [...own, ...opened.finish()];
}

const brief = (warnings: Warning[]) => warnings.map(({ code, number, path }) => `${code} ${number} ${path}`.trim());

describe('a vote', () => {
  it('is not reported when everybody who had a seat is in one list', () => {
    expect(judged('rs_votes', [vote({})])).toEqual([]);
  });

  it('lists nobody without a seat on its day: not yet, no more, never', () => {
    const found = judged('rs_votes', [
      vote({ date: ms('2017-02-17'), aye: [1, 4] }),
      vote({ aye: [1, 4] }),
      vote({ aye: [4, 99] }),
    ]);
    expect(brief(found)).toEqual([
      'VOTER_WITHOUT_SEAT 1 aye[1]',
      'VOTER_WITHOUT_SEAT 2 aye[0]',
      'VOTER_WITHOUT_SEAT 3 aye[1]',
    ]);
    expect(found.map(({ message }) => message.replace(/: correct.*/, ''))).toEqual([
      '許牧之 (reps 4) is listed on 2017-02-17 without a seat in term 9, held from 2017-03-01',
      '林禾田 (reps 1) is listed on 2017-04-07 without a seat in term 9, held from 2016-02-01 until 2017-03-01 (succeeded by 許牧之 (reps 4))',
      'somebody (reps 99) is listed on 2017-04-07 without a seat in term 9',
    ]);
  });

  it('names a member without a seat once, however many votes list them', () => {
    const found = judged(
      'rs_votes',
      Array.from({ length: 12 }, (_, index) => vote({ title: `第${index}案`, aye: [1, 4] })),
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ code: 'VOTER_WITHOUT_SEAT', number: 1, records: 12 });
    expect(found[0]?.message).toContain('(and 11 other records likewise)');
  });

  it('is reported as a whole when many of its members had no seat: it is in the wrong term', () => {
    const [found, ...others] = judged('rs_votes', [vote({ term_index: 8, aye: [1, 2], nay: [4, 5, 6, 7] })], {
      terms: [TERM, { ...TERM, index: 8 }],
    });
    expect(others).toEqual([]);
    expect(found?.message).toMatch(
      /^7 of 7 members are listed on 2017-04-07 without a seat in term 8, including 林禾田/,
    );
  });

  it('lists as many as had a seat, where the data records departures', () => {
    const left = rep('王晴嵐', '西區');
    const terms = left.terms as JsonObject[];
    const leaving = { ...terms[0], change_date: iso('2017-03-31'), change_type: 'leave_office_through_resignation' };
    const reps = { ...REPS, 5: { ...left, terms: [...terms, leaving] } };
    const votes = [vote({}), vote({ title: '乙', nay: [] }), vote({ title: '丙', nay: [], absence: [] })];
    const found = judged('rs_votes', votes, { reps });
    expect(brief(found)).toEqual(['VOTE_SEATS_MISMATCH 2']);
    expect(found[0]?.message).toMatch(
      /^2 members are listed, but 3 held a seat in term 9 on 2017-04-07 \(missing: 陳映澄 \(reps 2\)\): add the missing/,
    );
  });

  it('does not list two members for one seat', () => {
    const reps = { 1: rep('甲', '不分區'), 2: rep('乙', '不分區'), 3: rep('丙', '不分區', iso('2017-03-01')) };
    const found = judged('rs_votes', [vote({ aye: [1], nay: [2], absence: [3] })], { reps });
    expect(brief(found)).toEqual(['VOTE_SEATS_MISMATCH 1']);
    expect(found[0]?.message).toContain('3 members are listed, but 2 held a seat');
  });

  it('lists as many as the other votes of its day', () => {
    const reps = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [index + 1, rep(`${index}`, '不分區')]));
    const absence = Array.from({ length: 29 }, (_, index) => index + 1);
    const whole = (title: string) => vote({ title, aye: [30], nay: [], absence });
    const short = vote({ title: '丙', aye: [], nay: [], absence });
    const found = judged('rs_votes', [whole('甲'), short, whole('乙')], { reps });
    expect(brief(found)).toEqual(['VOTE_SEATS_MISMATCH 2']);
    expect(found[0]?.message).toContain('29 members are listed, but 30 in the other votes of 2017-04-07');
  });

  it('lies in its session, and the session in its term', () => {
    const found = judged('rs_votes', [
      vote({ title: '甲', date: ms('2017-06-01') }),
      vote({ title: '乙', session_index: 4, date: ms('2017-04-08') }),
      vote({ title: '丙', temp_session_index: 1, date: ms('2017-04-09') }),
      vote({ title: '丁', term_index: 10, date: ms('2017-04-10'), aye: [], nay: [], absence: [] }),
    ]);
    expect(brief(found)).toEqual([
      'UNKNOWN_SESSION 2 session_index',
      'UNKNOWN_SESSION 3 temp_session_index',
      'UNKNOWN_TERM 4 term_index',
      'DATE_OUTSIDE_SESSION 1 date',
    ]);
  });

  it('is no duplicate of its own stored version', () => {
    const same = { title: '第 三 案', date: ms('2017-04-07') };
    const compared: RuleContext['compared'] = [
      ['rs_votes', 1, vote(same)],
      ['rs_votes', 7, vote({ ...same, title: '第三案' })],
      ['rs_votes', 8, vote({ ...same, date: ms('2017-04-08') })],
    ];
    const found = judged('rs_votes', [vote(same)], { compared });
    expect(brief(found)).toEqual(['DUPLICATE_VOTE 1 title']);
    expect(found[0]?.message).toContain('also those of rs_votes 7:');
    expect(judged('rs_votes', [vote({ title: '第四案' })], { compared })).toEqual([]);
  });
});

describe('a bill', () => {
  it('may come before its session, but not after it, nor before the session before', () => {
    const found = judged('rs_bills', [
      bill({ date: ms('2016-02-05'), session_index: 1, temp_session_index: 0 }),
      bill({ date: ms('2016-05-01'), session_index: 2, temp_session_index: 0 }),
      bill({ date: ms('2017-01-02'), session_index: 2, temp_session_index: 0 }),
      bill({ date: ms('2017-01-02'), session_index: 2 }),
      bill({ date: ms('2016-09-12'), session_index: 3, temp_session_index: 0 }),
    ]);
    expect(brief(found)).toEqual(['DATE_OUTSIDE_SESSION 3 date', 'DATE_OUTSIDE_SESSION 5 date']);
  });

  it('lies in its term', () => {
    const found = judged('rs_bills', [bill({ date: ms('2016-01-31') }), bill({ date: ms('2020-01-31') })]);
    expect(brief(found)).toEqual(['DATE_OUTSIDE_TERM 1 date']);
    expect(found[0]?.message).toMatch(/^2016-01-31 lies 1 day before term 9 begins \(2016-02-01\): correct/);
  });

  it('has a version number of its own among those of its act and term', () => {
    const found = judged('rs_bills', [
      bill({ version_no: '1039委1455' }),
      bill({ version_no: '1039委 1455' }),
      bill({ version_no: '1039委1455', act_id: 2 }),
      bill({ version_no: '1039委1455', term_index: null }),
      bill({}),
    ]);
    expect(brief(found)).toEqual(['DUPLICATE_VERSION 2 version_no']);
    expect(found[0]?.records).toBe(2);
  });

  it('has links that lead somewhere', () => {
    const found = judged('rs_bills', [bill({ data_source_link: 'lis.ly.gov.tw/1', progress_source_link: '' })]);
    expect(brief(found)).toEqual(['LINK_NO_URL 1 data_source_link']);
  });
});

describe('a representative', () => {
  it('has dates within the terms that they name, but may have joined a party before', () => {
    const found = judged('reps', [
      rep('甲', '南區', iso('2020-02-01')),
      { ...rep('乙', '北區'), parties: [{ term_index: 9, start_date: iso('1999-01-01') }] },
    ]);
    expect(brief(found)).toEqual([
      'DATE_OUTSIDE_TERM 1 terms[0].change_date',
      'DATE_OUTSIDE_TERM 1 parties[0].start_date',
    ]);
  });

  it('names an unknown term once', () => {
    const found = judged('reps', [rep('甲', '南區')], { terms: [] });
    expect(brief(found)).toEqual(['UNKNOWN_TERM 1 terms[0].term_index']);
  });

  it('is reported at the higher public id when two look the same', () => {
    const reps = { 1: rep('臺 大明', '南區'), 2: rep('台大明', '南區'), 3: rep('台大明', '北區') };
    const found = judged('reps', Object.values(reps), { reps });
    expect(brief(found)).toEqual(['PEOPLE_ALIKE 2 name']);
    expect(found[0]?.message).toContain('台大明 looks like 臺 大明 (reps 1): same name in term 9');
  });
});

describe('a term', () => {
  it('has sessions within it, one after the other', () => {
    const sessions = [
      ...TERM.sessions,
      session(4, 0, '2017-05-31', '2020-02-03'),
      session(5, 0, '2018-02-01', '2018-05-31'),
    ];
    const found = judged(
      'terms',
      [{ ...TERM, sessions }].map((term) => ({ ...term, index: 1 })),
      {
        terms: [{ ...TERM, index: 1 }],
      },
    );
    expect(brief(found)).toEqual([
      'SESSIONS_OVERLAP 1 sessions[4].end_date',
      'DATE_OUTSIDE_TERM 1 sessions[4].end_date',
    ]);
  });
});

describe('other records', () => {
  it('have a slug of their own within their resource', () => {
    const slugs = [{ slug: 'Long-Term-Care' }, { slug: 'long-term-care ' }, { slug: '' }, { slug: null }, { slug: '' }];
    expect(brief(judged('insights', slugs))).toEqual(['DUPLICATE_SLUG 2 slug']);
  });

  it('may have links in nested rows', () => {
    const related_links = [{ url: 'https://example.org' }, { url: 'example.org' }];
    expect(brief(judged('topic_overviews', [{ slug: null, related_links }]))).toEqual([
      'LINK_NO_URL 1 related_links[1].url',
    ]);
  });

  it('are data sets in which every bill is scored', () => {
    const dataSet = { slug: null, term_index: 9, bill_ids: [1, 2], act_feature_ids: [7], scores: [] };
    const [found] = judged('bill_data_sets', [dataSet]);
    expect(found).toMatchObject({ code: 'SCORE_MISSING', path: 'scores' });
    expect(found?.message).toContain('2 of 2 scores are missing: rs_bills 1 for act_features 7; rs_bills 2');
  });

  it('are statement data sets about sessions of their term', () => {
    const dataSet = { slug: null, term_index: 9, should_have_spoken_sessions: [1, 2, 8] };
    expect(brief(judged('statement_data_sets', [dataSet]))).toEqual([
      'UNKNOWN_SESSION 1 should_have_spoken_sessions[2]',
    ]);
  });

  it('are left alone when there is no rule for them', () => {
    expect(judged('parties', [{ name: '甲黨' }])).toEqual([]);
  });
});
