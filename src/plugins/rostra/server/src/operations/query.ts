import type { Json } from '../../../../../common/json';
import { type Findings, input } from '../fields/input';

/** The parameters of a query, as they came: a repeated one has several values. */
export type Query = Map<string, string[]>;

/** Parameters that every list takes: `page` and `all` (without effect where it is not paged) and `full`. */
export const OF_LISTS: ReadonlySet<string> = new Set(['page', 'all', 'full']);

/** Reads the parameters that are known; notes unknown, repeated and malformed ones (decisions, 3.1). */
export function parseParameters(
  known: Record<string, { parse(text: string, at: ReturnType<typeof input>): Json | undefined; isRequired?: boolean }>,
  query: Query,
  findings: Findings,
  others: ReadonlySet<string> = new Set(),
): Record<string, Json> {
  const parsed: Record<string, Json> = {};
  for (const [name, values] of query) {
    const at = input(name, findings);
    const parameter = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!parameter && !others.has(name))
      at.fault('UNKNOWN_PARAMETER', `is not known; known are ${[...Object.keys(known), ...others].join(', ')}`);
    else if (values.length > 1) at.fault('DUPLICATE', 'stands in the query more than once');
    else if (parameter && values[0]) {
      const value = parameter.parse(values[0], at);
      if (value !== undefined) parsed[name] = value;
    }
  }
  for (const [name, { isRequired }] of Object.entries(known)) {
    if (isRequired && !query.get(name)?.[0]) input(name, findings).fault('REQUIRED', 'is required');
  }
  return parsed;
}

/** The page of the request, from 1 (decisions, 3.4). */
export function parsePage(text: string | undefined, findings: Findings): number {
  if (!text) return 1;
  const number = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (number < 1) input('page', findings).fault('INVALID_VALUE', 'must be an integer from 1');
  return number;
}
