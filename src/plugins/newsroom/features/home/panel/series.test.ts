import type { BillsInTerm } from '../shared/home';
import { billSeries, monthsOf } from './series';

const bills = (term: number | null, step: string | null, count: number, isLaw = false): BillsInTerm => ({
  term,
  step,
  isLaw,
  count,
});

describe('bills by term and status', () => {
  it('has a bar for each term in order, those without one last', () => {
    const { bars, statuses } = billSeries([bills(null, '提案', 1), bills(9, '提案', 5), bills(8, '三讀', 2, true)]);
    expect(bars.map(({ term, total }) => [term, total])).toEqual([
      [8, 2],
      [9, 5],
      [null, 1],
    ]);
    expect(statuses.map(({ key }) => key)).toEqual(['step 提案', 'step 三讀']);
  });

  it('separates laws from bills whose step is unknown', () => {
    const { bars } = billSeries([bills(9, null, 3), bills(9, null, 2, true)]);
    expect(bars[0]?.counts).toEqual({ unknown: 3, law: 2 });
  });

  it('groups rare statuses as others, and loses no bill', () => {
    const { statuses, bars } = billSeries([...'一二三四五六七八'].map((step, index) => bills(9, step, 10 - index)));
    expect(statuses).toHaveLength(7);
    expect(bars[0]?.counts.other).toBe(4 + 3);
    expect(bars[0]?.total).toBe(10 + 9 + 8 + 7 + 6 + 5 + 4 + 3);
  });
});

describe('votes by month', () => {
  it('has every month between the first and the last', () => {
    const rows = [
      { term: 8, month: '2015-10', count: 9 },
      { term: 9, month: '2016-11', count: 2 },
      { term: 9, month: '2017-02', count: 1 },
    ];
    expect(monthsOf(rows, 9)).toEqual([
      { month: '2016-11', count: 2 },
      { month: '2016-12', count: 0 },
      { month: '2017-01', count: 0 },
      { month: '2017-02', count: 1 },
    ]);
    expect(monthsOf(rows, 7)).toEqual([]);
  });
});
