import { get } from '../support/client';
import { content, contentFolder } from '../support/content';
import { make, unique, uniqueIndex } from '../support/factory';

interface Line {
  code: string;
  resource: string;
  id: number;
  path: string;
  message: string;
}

const linesIn = (out: string): Line[] =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

const day = (date: number) => Date.UTC(2020, 1, date);

/** A term with one session, and a representative with a seat in it. */
async function house() {
  const index = uniqueIndex();
  const session = { session_index: 1, temp_session_index: 0, start_date: day(1), end_date: day(20) };
  await make('term', { index, start_date: day(1), end_date: day(28), sessions: [session] });
  return { index, seated: await make('rep', { name: unique('坐'), terms: [{ term_index: index }] }) };
}

/** Builds a vote in the session of a term. */
const vote = (term_index: number, values: Record<string, unknown>) =>
  make('vote', {
    term_index,
    session_index: 1,
    temp_session_index: 0,
    date: day(10),
    source_link: 'https://example.org/1',
    title: unique('票'),
    ...values,
  });

describe('content check', () => {
  it('reports warnings about stored records by record and field, and changes nothing', async () => {
    const { index, seated } = await house();
    const stranger = await make('rep', { name: unique('站') });
    const good = await vote(index, { aye: [seated.id] });
    const seatless = await vote(index, { aye: [seated.id], nay: [stranger.id] });
    const late = await vote(index, { aye: [seated.id], date: day(25) });
    const twin = await vote(index, { aye: [seated.id], title: good.title });
    const linked = await vote(index, { aye: [seated.id], source_link: '無' });
    const before = (await get(`/console/lab/rs_votes?term=${index}&all&full`)).text;
    const { code, out, err } = await content(['check', 'rs_votes', '--json']);
    expect([code, err]).toEqual([1, '']);
    const own = [good, seatless, late, twin, linked].map(({ id }) => id as number);
    const found = linesIn(out).filter(({ resource, id }) => resource === 'rs_votes' && own.includes(id));
    expect(found.map((line) => [line.code, line.id, line.path]).sort()).toEqual(
      [
        ['VOTER_WITHOUT_SEAT', seatless.id, 'nay[0]'],
        ['DATE_OUTSIDE_SESSION', late.id, 'date'],
        ['DUPLICATE_VOTE', twin.id, 'title'],
        ['LINK_NO_URL', linked.id, 'source_link'],
      ].sort(),
    );
    expect(found.find(({ id }) => id === seatless.id)?.message).toContain(stranger.name);
    expect((await get(`/console/lab/rs_votes?term=${index}&all&full`)).text).toBe(before);

    const checked = await content(['check', 'rs_votes', '--all']);
    expect([checked.code, checked.err]).toEqual([1, '']);
    expect(checked.out).toMatch(/^LINK_NO_URL: \d+ warnings?, \d+ records?$/m);
    expect(checked.out).toContain(`  rs_votes ${linked.id}, source_link: "無" is not a URL`);
    expect(checked.out).toMatch(/\d+ records checked: \d+ warnings?\.\n$/);
  });

  it('accepts term and session 0 on a bill that is law, and reports them on a proposal', async () => {
    const { index } = await house();
    const none = { term_index: 0, session_index: 0, temp_session_index: 0 };
    const laws = [
      await make('bill', { is_law: true, ...none }),
      await make('bill', { is_law: true, term_index: index, session_index: 0, temp_session_index: 0 }),
    ];
    const [proposal, lost] = [
      await make('bill', { is_law: false, ...none }),
      await make('bill', { is_law: true, term_index: index, session_index: 7 }),
    ];
    const { out } = await content(['check', 'rs_bills', '--json']);
    const found = linesIn(out).filter(({ id }) => [...laws, proposal, lost].some((bill) => bill.id === id));
    expect(found.map((line) => [line.code, line.id, line.path]).sort()).toEqual(
      [
        ['UNKNOWN_TERM', proposal.id, 'term_index'],
        ['UNKNOWN_SESSION', lost.id, 'session_index'],
      ].sort(),
    );
  });

  it('refuses resources without rules', async () => {
    const { code, out, err } = await content(['check', 'colours', 'rs_votes']);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining('There are no rules for colours.')]);
  });
});

describe('an import', () => {
  const { write, at } = contentFolder();

  it('parses values like requests: equal sessions and districts, numbers as texts, types in any case', async () => {
    const index = uniqueIndex();
    const session = { session_index: 1, temp_session_index: 0, start_date: day(1), end_date: day(20) };
    const district = { name: '第一選舉區', abbreviation: '一', zone_name: '市', index: 1 };
    const term = { index, start_date: day(1), end_date: day(28), parties: [], caucuses: [] };
    await write('terms.json', [{ ...term, sessions: [session, session], districts: [district, district] }]);
    const refused = await content(['import', at('terms.json')]);
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringMatching(/sessions\[1\]\.session_index: .*DUPLICATE[\s\S]*districts\[1\]\.name: .*DUPLICATE/),
    ]);
    expect((await get(`/console/lab/terms/${index}`)).status).toBe(404);

    const [act, other] = [
      await make('act', { official_seq_no: '01513' }),
      await make('act', { official_seq_no: '01513' }),
    ];
    const set = await make('bill-data-set');
    const figure = { status: 'active', slug: unique('f'), type: 'histogram', image: '/i.png', title: unique('圖') };
    const more = { data_set_type: 'lab_bill_data_set', data_set_id: set.id };
    await write('terms.json', [{ ...term, sessions: [session], districts: [district] }]);
    await write('acts.json', [
      { id: act.id, official_seq_no: 1513 },
      { id: other.id, official_seq_no: 1514 },
    ]);
    await write('figures.json', [{ ...figure, ...more }]);
    const files = ['terms.json', 'acts.json', 'figures.json'].map(at);
    const taken = await content(['import', ...files]);
    expect([taken.code, taken.err]).toEqual([0, '']);
    const numbers = [act, other].map(async ({ id }) => (await get(`/console/lab/acts/${id}`)).body.official_seq_no);
    expect(await Promise.all(numbers)).toEqual(['01513', '1514']);
    const [row] = (await get(`/console/comp/figures?title=${encodeURIComponent(figure.title)}`)).body.rows;
    expect((await get(`/console/comp/figure/${row.id}`)).body.data_set_type).toBe('LAB_Bill_Data_Set');
  });

  it('gives the same warnings, considering all its records; --strict refuses it', async () => {
    const { index, seated } = await house();
    const topic = await make('specific-topic');
    const word = unique('新');
    const row = {
      st_id: topic.id,
      date: '2020-02-10',
      term_index: index,
      session_index: 1,
      temp_session_index: 0,
      content: '容',
      source_link: 'https://example.org',
    };
    await write('reps.json', [{ name: `${word}甲`, terms: [{ term_index: index }] }, { name: `${word}乙` }]);
    await write('rs_votes.json', [
      { ...row, title: `${word}一`, aye: [seated.id, `${word}甲`] },
      { ...row, title: `${word}二`, aye: [seated.id], nay: [`${word}乙`], abstain: [`${word}甲`] },
    ]);
    const strict = await content(['import', at('.'), '--strict']);
    expect([strict.code, strict.err]).toEqual([
      1,
      expect.stringMatching(/rs_votes\.json, record 2: nay\[0\]: .*VOTER_WITHOUT_SEAT/),
    ]);
    expect(strict.out).toContain('1 fault: nothing was imported.');
    expect((await get(`/console/lab/rs_votes?term=${index}`)).body.totalRowCount).toBe(0);
    const lenient = await content(['import', at('.')]);
    expect([lenient.code, lenient.err]).toEqual([0, '']);
    expect(lenient.out).toMatch(/Warning: .*rs_votes\.json, record 2: .*nay\[0\]: .*VOTER_WITHOUT_SEAT/);
    expect((await get(`/console/lab/rs_votes?term=${index}`)).body.totalRowCount).toBe(2);
  });
});
