import type { BillsInTerm, VotesInMonth } from '../shared/home';

/** The most statuses shown separately; rarer ones are grouped as others. */
const MAX_STATUSES = 6;

/** A status in the chart of bills: a legislative step, or a group. */
export type Status = { key: string } & ({ step: string } | { kind: 'law' | 'unknown' | 'other' });

/** A bar of the chart: a term with its bills by status. */
export interface TermBar {
  term: number | null;
  counts: Record<string, number>;
  total: number;
}

const statusOf = ({ step, isLaw }: BillsInTerm): Status => {
  if (step !== null) return { key: `step ${step}`, step };
  const kind = isLaw ? 'law' : 'unknown';
  return { key: kind, kind };
};

/** Computes the bars of the chart of bills, and its statuses, the most frequent first. */
export function billSeries(rows: BillsInTerm[]): { statuses: Status[]; bars: TermBar[] } {
  const sums = new Map<string, { status: Status; count: number }>();
  for (const row of rows) {
    const status = statusOf(row);
    sums.set(status.key, { status, count: (sums.get(status.key)?.count ?? 0) + row.count });
  }
  const ordered = [...sums.values()].sort((a, b) => b.count - a.count).map(({ status }) => status);
  const separate = ordered.length > MAX_STATUSES + 1 ? ordered.slice(0, MAX_STATUSES) : ordered;
  const other: Status[] = separate.length < ordered.length ? [{ key: 'other', kind: 'other' }] : [];
  const bars = new Map<number | null, TermBar>();
  for (const row of rows) {
    const bar = bars.get(row.term) ?? { term: row.term, counts: {}, total: 0 };
    bars.set(row.term, bar);
    const { key } = statusOf(row);
    const shown = separate.some((status) => status.key === key) ? key : 'other';
    bar.counts[shown] = (bar.counts[shown] ?? 0) + row.count;
    bar.total += row.count;
  }
  const sorted = [...bars.values()].sort((a, b) => (a.term ?? Infinity) - (b.term ?? Infinity));
  return { statuses: [...separate, ...other], bars: sorted };
}

/** All months of a term from its first vote to its last, including those without votes. */
export function monthsOf(rows: VotesInMonth[], term: number): { month: string; count: number }[] {
  const counts = new Map(rows.filter((row) => row.term === term).map(({ month, count }) => [month, count]));
  const [first, last] = [[...counts.keys()].at(0), [...counts.keys()].at(-1)];
  const months: { month: string; count: number }[] = [];
  for (let month = first; month && last && month <= last; month = nextMonth(month))
    months.push({ month, count: counts.get(month) ?? 0 });
  return months;
}

function nextMonth(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}
