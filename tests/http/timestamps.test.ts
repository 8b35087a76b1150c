import { type Answer, faultsOf, get, patch } from '../support/client';
import { make } from '../support/factory';

const BILLS = '/console/lab/rs_bills';
const REPS = '/console/lab/reps';

/** All accepted formats (conventions 2.7), with the milliseconds and the text of the answer. */
const ACCEPTED: [unknown, number, string][] = [
  [1_454_284_800_000, 1_454_284_800_000, '2016-02-01T00:00:00.000Z'],
  [0, 0, '1970-01-01T00:00:00.000Z'],
  [1, 1, '1970-01-01T00:00:00.001Z'],
  [-1, -1, '1969-12-31T23:59:59.999Z'],
  [-86_400_000, -86_400_000, '1969-12-31T00:00:00.000Z'],
  ['1454284800000', 1_454_284_800_000, '2016-02-01T00:00:00.000Z'],
  ['-86400000', -86_400_000, '1969-12-31T00:00:00.000Z'],
  ['0', 0, '1970-01-01T00:00:00.000Z'],
  ['2016-02-01', 1_454_284_800_000, '2016-02-01T00:00:00.000Z'],
  ['2016-02-29', 1_456_704_000_000, '2016-02-29T00:00:00.000Z'],
  ['1948-05-20', -682_214_400_000, '1948-05-20T00:00:00.000Z'],
  ['2016-02-01T08:30', 1_454_315_400_000, '2016-02-01T08:30:00.000Z'],
  ['2016-02-01 08:30', 1_454_315_400_000, '2016-02-01T08:30:00.000Z'],
  ['2016-02-01 08:30:15', 1_454_315_415_000, '2016-02-01T08:30:15.000Z'],
  ['2016-02-01T08:30:15', 1_454_315_415_000, '2016-02-01T08:30:15.000Z'],
  ['2016-02-01T08:30:15Z', 1_454_315_415_000, '2016-02-01T08:30:15.000Z'],
  ['2016-02-01T08:30Z', 1_454_315_400_000, '2016-02-01T08:30:00.000Z'],
  ['2016-02-01T08:30:15.7', 1_454_315_415_700, '2016-02-01T08:30:15.700Z'],
  ['2016-02-01 08:30:15.078Z', 1_454_315_415_078, '2016-02-01T08:30:15.078Z'],
  ['2016-02-01T08:30:15.123456Z', 1_454_315_415_123, '2016-02-01T08:30:15.123Z'],
  ['2016-02-01T08:30:00+08:00', 1_454_286_600_000, '2016-02-01T00:30:00.000Z'],
  ['2016-02-01 08:30+08:00', 1_454_286_600_000, '2016-02-01T00:30:00.000Z'],
  ['2016-02-01T00:30:00.5-03:30', 1_454_299_200_500, '2016-02-01T04:00:00.500Z'],
  ['2016-01-31T23:00:00-01:00', 1_454_284_800_000, '2016-02-01T00:00:00.000Z'],
];

/** Invalid points in time. */
const REFUSED: unknown[] = [
  '2016-02-30',
  '2015-02-29',
  '2016-13-01',
  '2016-00-10',
  '2016-04-31T00:00:00Z',
  '2016-02-01T24:01:00Z',
  '2016-02-01T08:60:00Z',
  '2016-02-01T08:30:61Z',
  '2016-02-01T08:30:00+25:00',
  '2016/02/01',
  '01-02-2016',
  '105-02-01',
  '2016-2-1',
  '2016-02-01T',
  '2016-02-01Tnoon',
  'today',
  ' ',
  '',
  '1e12',
  1.5,
  true,
  [],
  { date: 1 },
];

describe('a timestamp', () => {
  let [bill, rep]: Answer['body'][] = [];

  beforeAll(async () => {
    bill = await make('bill', { date: '2020-02-02' });
    rep = await make('rep', { birth_date: '2020-02-02' });
  });

  it.each(ACCEPTED)('%p is answered as milliseconds and as text in UTC', async (value, ms, text) => {
    const ofBill = await patch(`${BILLS}/${bill.id}`, { date: value });
    expect([ofBill.status, ofBill.body.date]).toEqual([200, ms]);
    expect((await get(`${BILLS}/${bill.id}`)).body.date).toBe(ms);
    expect((await get(`${BILLS}?act=${bill.act_id}`)).body.rows[0].date).toBe(ms);
    const ofRep = await patch(`${REPS}/${rep.id}`, { birth_date: value });
    expect([ofRep.status, ofRep.body.birth_date]).toEqual([200, text]);
    expect((await get(`${REPS}/${rep.id}`)).body.birth_date).toBe(text);
  });

  it.each(REFUSED.map((value) => [value]))('%p is refused, and changes nothing', async (value) => {
    const before = await get(`${BILLS}/${bill.id}`);
    const answer = await patch(`${BILLS}/${bill.id}`, { date: value });
    expect([answer.status, answer.body.message]).toEqual([400, 'INVALID_INPUT']);
    expect(faultsOf(answer)).toEqual([expect.stringMatching(/^date INVALID_(TYPE|VALUE)$/)]);
    expect((await get(`${BILLS}/${bill.id}`)).text).toBe(before.text);
  });

  it('is cleared by null', async () => {
    expect((await patch(`${BILLS}/${bill.id}`, { date: null })).body.date).toBeNull();
    expect((await patch(`${REPS}/${rep.id}`, { birth_date: null })).body.birth_date).toBeNull();
  });

  it('is read the same in nested rows', async () => {
    const step = await make('legislative-step');
    const steps = ACCEPTED.map(([date]) => ({ date, legislative_step_id: step.id }));
    const answer = await patch(`${BILLS}/${bill.id}`, { legislative_steps: steps });
    expect(answer.body.legislative_steps).toEqual(
      ACCEPTED.map(([, ms]) => ({ date: ms, legislative_step_id: step.id })),
    );
    const party = await make('party');
    const parties = ACCEPTED.map(([start_date]) => ({ term_index: 9, party: party.id, start_date }));
    const changed = await patch(`${REPS}/${rep.id}`, { parties });
    expect(changed.body.parties.map((row: Answer['body']) => row.start_date)).toEqual(
      ACCEPTED.map(([, , text]) => text),
    );
    const refused = await patch(`${BILLS}/${bill.id}`, { legislative_steps: [{ ...steps[0], date: '2016-02-30' }] });
    expect(faultsOf(refused)).toEqual(['legislative_steps[0].date INVALID_VALUE']);
  });
});
