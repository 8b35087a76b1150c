import { type Counter, Registry } from 'prom-client';

/** All metrics of this process. */
export const registry = new Registry();

/**
 * Sets a counter to totals counted elsewhere, keyed by the values of its only label: code on the path of a request increments
 * plain numbers.
 */
export function setTotals<T extends string>(counter: Counter<T>, label: T, totals: Record<string, number>): void {
  counter.reset();
  for (const [value, total] of Object.entries(totals))
    counter.inc({ [label]: value } as Partial<Record<T, string>>, total);
}
