import { get, patch } from '../support/client';
import { make, type RecordBody, uniqueIndex } from '../support/factory';

const BILLS = '/console/lab/rs_bills';
const FEBRUARY_2016 = 1_454_284_800_000;
const JUNE_2016 = 1_464_739_200_000;
const JANUARY_2017 = 1_483_228_800_000;

let [term, nextTerm, emptyTerm] = [0, 0, 0];
const party: Record<string, RecordBody> = {};

beforeAll(async () => {
  term = uniqueIndex();
  [nextTerm, emptyTerm] = [term + 10_000_000, term + 20_000_000];
  for (const name of ['green', 'blue', 'orange']) {
    party[name] = await make('party', { color: ['#111111', '#222222'], emblem: `/${name}.svg` });
  }
});

/** Creates a sponsor's bill and reads its row in the list of its act. */
async function rowOf(type: string, sponsor: RecordBody, more: object): Promise<RecordBody> {
  const bill = await make('bill', { principle_sponsor_type: type, principle_sponsor_value: sponsor.id, ...more });
  return (await get(`${BILLS}?act=${bill.act_id}`)).body.rows[0];
}

const names = (row: RecordBody): string[] =>
  row.principle_sponsor_parties.map(({ id }: { id: number }) =>
    Object.keys(party).find((name) => party[name].id === id),
  );

/** Creates a representative with one party, a second from June 2016 on, and a third in the next term. */
const member = () =>
  make('rep', {
    parties: [
      { term_index: term, party: party.green.id, start_date: '2016-02-01' },
      { term_index: term, party: party.blue.id, start_date: '2016-06-01' },
      { term_index: nextTerm, party: party.orange.id, start_date: '2020-02-01' },
    ],
  });

describe('the parties of a representative who sponsors a bill', () => {
  it.each([
    ['on the day the first membership began', FEBRUARY_2016, 'green'],
    ['a millisecond before the change', JUNE_2016 - 1, 'green'],
    ['on the day of the change', JUNE_2016, 'blue'],
    ['after the change', JANUARY_2017, 'blue'],
    ['without a date', null, 'blue'],
  ])('%s: the party held then in the term', async (_, date, expected) => {
    expect(names(await rowOf('rep', await member(), { term_index: term, date }))).toEqual([expected]);
  });

  it('are shown as summaries', async () => {
    const row = await rowOf('rep', await member(), { term_index: term });
    const { id, name, abbreviation } = party.blue;
    expect(row.principle_sponsor_parties).toEqual([
      { id, name, abbreviation, color: '#111111,#222222', emblem: '/blue.svg' },
    ]);
  });

  it('begin with the term where the membership has no start date', async () => {
    const rep = await make('rep', {
      parties: [
        { term_index: term, party: party.green.id },
        { term_index: term, party: party.blue.id, start_date: '2016-06-01' },
      ],
    });
    const at = async (date: number) => names(await rowOf('rep', rep, { term_index: term, date }));
    expect(await at(FEBRUARY_2016)).toEqual(['green']);
    expect(await at(JANUARY_2017)).toEqual(['blue']);
  });

  it('do not depend on the order of the memberships', async () => {
    const rep = await make('rep', {
      parties: [
        { term_index: nextTerm, party: party.orange.id, start_date: '2020-02-01' },
        { term_index: term, party: party.blue.id, start_date: '2016-06-01' },
        { term_index: term, party: party.green.id, start_date: '2016-02-01' },
      ],
    });
    expect(names(await rowOf('rep', rep, { term_index: term, date: FEBRUARY_2016 }))).toEqual(['green']);
    expect(names(await rowOf('rep', rep, { term_index: term, date: JANUARY_2017 }))).toEqual(['blue']);
    expect(names(await rowOf('rep', rep, { term_index: emptyTerm, date: JANUARY_2017 }))).toEqual(['orange']);
  });

  it.each([
    ['a term without membership', () => ({ term_index: emptyTerm, date: JUNE_2016 })],
    ['no term', () => ({ date: FEBRUARY_2016 })],
    ['neither term nor date', () => ({})],
    ['a date before any membership of the term', () => ({ term_index: term, date: FEBRUARY_2016 - 1 })],
  ])('%s: the latest of all', async (_, more) => {
    expect(names(await rowOf('rep', await member(), more()))).toEqual(['orange']);
  });

  it('are none where there is no membership', async () => {
    expect(names(await rowOf('rep', await make('rep'), { term_index: term, date: JUNE_2016 }))).toEqual([]);
  });
});

describe('the parties of a caucus that sponsors a bill', () => {
  it('are those which the term of the bill lists for it, in their order', async () => {
    const [caucus, other] = [await make('caucus'), await make('caucus')];
    const listing = await make('term', {
      parties: [party.green.id, party.blue.id, party.orange.id],
      caucuses: [
        { caucus: other.id, parties: [party.green.id] },
        { caucus: caucus.id, parties: [party.orange.id, party.blue.id] },
      ],
    });
    const partiesOf = async (more: object) => names(await rowOf('caucus', caucus, more));
    expect(await partiesOf({ term_index: listing.index })).toEqual(['orange', 'blue']);
    expect(await partiesOf({ term_index: listing.index, date: JANUARY_2017 })).toEqual(['orange', 'blue']);
    expect(await partiesOf({ term_index: emptyTerm })).toEqual([]);
    expect(await partiesOf({})).toEqual([]);
  });

  it('follow the term when it changes', async () => {
    const caucus = await make('caucus');
    const listing = await make('term', { caucuses: [{ caucus: caucus.id, parties: [party.green.id] }] });
    const bill = await make('bill', {
      term_index: listing.index,
      principle_sponsor_type: 'caucus',
      principle_sponsor_value: caucus.id,
    });
    const parties = async () => names((await get(`${BILLS}?act=${bill.act_id}`)).body.rows[0]);
    expect(await parties()).toEqual(['green']);
    const changed = [{ caucus: caucus.id, parties: [party.blue.id] }];
    expect((await patch(`/console/lab/terms/${listing.index}`, { caucuses: changed })).status).toBe(200);
    expect(await parties()).toEqual(['blue']);
  });
});

it('an agency and a bill without sponsor have no parties', async () => {
  expect((await rowOf('gov_agency', await make('gov-agency'), { term_index: term })).principle_sponsor_parties).toEqual(
    [],
  );
  const bill = await make('bill');
  const [row] = (await get(`${BILLS}?act=${bill.act_id}`)).body.rows;
  expect([row.principle_sponsor_type, row.principle_sponsor_value, row.principle_sponsor_parties]).toEqual([
    null,
    null,
    [],
  ]);
});

it('the filter principle_sponsor_party leaves the bills whose row shows the party', async () => {
  const [act, rep, agency, caucus] = [
    await make('act'),
    await member(),
    await make('gov-agency'),
    await make('caucus'),
  ];
  const listing = await make('term', { caucuses: [{ caucus: caucus.id, parties: [party.orange.id, party.green.id] }] });
  const billOf = async (type: string, { id }: RecordBody, more: object): Promise<number> =>
    (await make('bill', { act_id: act.id, principle_sponsor_type: type, principle_sponsor_value: id, ...more })).id;
  const early = await billOf('rep', rep, { term_index: term, date: FEBRUARY_2016 });
  const late = await billOf('rep', rep, { term_index: term, date: JANUARY_2017 });
  const undated = await billOf('rep', rep, { term_index: term });
  const outside = await billOf('rep', rep, { term_index: emptyTerm });
  const ofCaucus = await billOf('caucus', caucus, { term_index: listing.index });
  await billOf('caucus', caucus, { term_index: emptyTerm });
  await billOf('gov_agency', agency, { term_index: term });
  const billsOf = async (name: string, more = '') => {
    const answer = await get(`${BILLS}?act=${act.id}&principle_sponsor_party=${party[name].id}${more}`);
    return answer.body.rows.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b);
  };
  expect(await billsOf('green')).toEqual([early, ofCaucus]);
  expect(await billsOf('blue')).toEqual([late, undated]);
  expect(await billsOf('orange')).toEqual([outside, ofCaucus]);
  expect(await billsOf('orange', '&principle_sponsor_type=caucus')).toEqual([ofCaucus]);
  expect(await billsOf('green', `&term=${term}`)).toEqual([early]);
});

it('the filter principle_sponsor_party counts a bill once, whatever its sponsor was in before and came back to', async () => {
  const act = await make('act');
  const [here, away] = [await make('party'), await make('party')];
  const membership = (party: RecordBody, start_date?: string) => ({ term_index: term, party: party.id, start_date });
  const reps = {
    loyal: [membership(here), membership(here, '2016-06-01'), { ...membership(here), term_index: nextTerm }],
    back: [membership(here), membership(away, '2016-06-01'), membership(here, '2017-01-01')],
    former: [membership(here), membership(away, '2016-06-01')],
  };
  const bills: Record<string, number> = {};
  for (const [name, parties] of Object.entries(reps)) {
    const rep = await make('rep', { parties });
    for (const [when, date] of Object.entries({ before: FEBRUARY_2016, between: JUNE_2016, after: JANUARY_2017 })) {
      const sponsor = { principle_sponsor_type: 'rep', principle_sponsor_value: rep.id };
      bills[`${name} ${when}`] = (await make('bill', { act_id: act.id, term_index: term, date, ...sponsor })).id;
    }
  }
  const billsOf = async (party: RecordBody) => {
    const { rows, totalRowCount } = (await get(`${BILLS}?principle_sponsor_party=${party.id}`)).body;
    expect(totalRowCount).toBe(rows.length);
    const shown = rows.map(({ id }: { id: number }) => id);
    return Object.keys(bills).filter((name) => shown.includes(bills[name]));
  };
  const ofAway = ['back between', 'former between', 'former after'];
  expect(await billsOf(away)).toEqual(ofAway);
  expect(await billsOf(here)).toEqual(Object.keys(bills).filter((name) => !ofAway.includes(name)));
});
