import { type Counter, Registry } from 'prom-client';

/** All metrics of this process. */
export const registry = new Registry();

/**
 * Gives a counter the totals that have been counted elsewhere, under the values of its one label. What counts in the way
 * of a request adds to a plain number.
 */
export function setTotals<T extends string>(counter: Counter<T>, label: T, totals: Record<string, number>): void {
  counter.reset();
  for (const [value, total] of Object.entries(totals))
    counter.inc({ [label]: value } as Partial<Record<T, string>>, total);
}
