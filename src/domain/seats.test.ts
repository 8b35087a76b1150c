import { isHeld, type SeatChange, seatsOf } from './seats';

const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
const START = day('2016-02-01');

const change = (district: string, at: string | null = '2016-02-01', type: string | null = null): SeatChange => ({
  term: 9,
  at: at === null ? null : day(at),
  type,
  district,
});

const house = (changes: Record<number, SeatChange[]>) =>
  seatsOf(START, new Map(Object.entries(changes).map(([rep, own]) => [Number(rep), own])));

const sat = (seats: ReturnType<typeof house>, rep: number, on: string) =>
  seats.forRep(rep).some((seat) => isHeld(seat, day(on)));

describe('the seats of a term', () => {
  it('are held from the day on which they are taken, without a date from the beginning', () => {
    const seats = house({ 1: [change('南區')], 2: [change('北區', '2016-05-26')], 3: [change('東區', null)] });
    expect(sat(seats, 1, '2016-02-01')).toBe(true);
    expect(sat(seats, 2, '2016-05-25')).toBe(false);
    expect(sat(seats, 2, '2016-05-26')).toBe(true);
    expect(sat(seats, 3, '2016-02-01')).toBe(true);
    expect(sat(seats, 4, '2016-02-01')).toBe(false);
  });

  it.each(['leave_office_through_resignation', '辭職', '當選無效'])('are held until the day of leaving: %s', (type) => {
    const seats = house({ 1: [change('南區', '2018-11-30', type), change('南區')] });
    expect(sat(seats, 1, '2018-11-30')).toBe(true);
    expect(sat(seats, 1, '2018-12-01')).toBe(false);
  });

  it('may be held twice by one person', () => {
    const seats = house({
      1: [change('南區'), change('南區', '2017-01-01', '離職'), change('南區', '2018-01-01', '補選當選')],
    });
    expect(sat(seats, 1, '2017-06-01')).toBe(false);
    expect(sat(seats, 1, '2018-06-01')).toBe(true);
  });

  it('continue through changes other than of the seat', () => {
    const seats = house({ 1: [change('南區'), change('南區', '2017-01-01', '當選院長')] });
    expect(seats.forRep(1)).toEqual([{ rep: 1, district: '南區', from: START, until: null }]);
  });

  it('end with the next holder in a district with one seat, but not in a larger one', () => {
    const seats = house({
      1: [change('南區')],
      2: [change('南區', '2017-03-01')],
      11: [change('不分區')],
      12: [change('不分區')],
      13: [change('不分區', '2017-03-01')],
      21: [change('')],
      22: [change('', '2017-03-01')],
    });
    expect(seats.forRep(1)).toEqual([
      { rep: 1, district: '南區', from: START, until: day('2017-03-01'), successor: 2 },
    ]);
    expect(sat(seats, 11, '2018-01-01')).toBe(true);
    expect(sat(seats, 21, '2018-01-01')).toBe(true);
  });

  it('are as many as were taken when the term began: later members fill vacancies', () => {
    const party = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [index + 1, [change('不分區')]]));
    const seats = house({ ...party, 30: [change('不分區', '2017-03-01')], 40: [change('南區', '2016-06-01')] });
    expect(seats.filled(day('2016-02-01'))).toEqual({ most: 20, least: 18 });
    expect(seats.filled(day('2016-06-01'))).toEqual({ most: 21, least: 18 });
    expect(seats.filled(day('2017-06-01'))).toEqual({ most: 21, least: 18 });
    expect(seats.holders(day('2017-06-01'))).toBeUndefined();
  });

  it('counts an oath a few days late as part of the beginning', () => {
    const seats = house({ 1: [change('不分區')], 2: [change('不分區', '2016-02-19')] });
    expect(seats.filled(day('2016-03-01')).most).toBe(2);
  });

  it('are known exactly where the data records departures', () => {
    const seats = house({ 1: [change('南區'), change('南區', '2017-01-01', 'leave_office')], 2: [change('北區')] });
    expect(seats.filled(day('2016-06-01'))).toEqual({ most: 2, least: 2 });
    expect(seats.filled(day('2017-06-01'))).toEqual({ most: 1, least: 1 });
    expect(seats.holders(day('2017-06-01'))).toEqual([2]);
  });
});
