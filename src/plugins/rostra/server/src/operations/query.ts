import type { Json } from '../../../../../common/json';
import { type Findings, parseContext } from '../fields/parse-context';

/** Query parameters as sent; a repeated one has several values. */
export type Query = Map<string, string[]>;

/** Parameters of every list: `page` and `all` (no effect on unpaged lists), and `full`. */
export const LIST_PARAMETERS: ReadonlySet<string> = new Set(['page', 'all', 'full']);

/** Parses known parameters; notes faults for unknown, repeated and malformed ones (conventions 3.1). */
export function parseParameters(
  known: Record<
    string,
    {
      parse(text: string, context: ReturnType<typeof parseContext>): Json | undefined;
      isRequired?: boolean;
      needs?: string;
    }
  >,
  query: Query,
  findings: Findings,
  accepted: ReadonlySet<string> = new Set(),
): Record<string, Json> {
  const parsed: Record<string, Json> = {};
  for (const [name, values] of query) {
    const context = parseContext(name, findings);
    const parameter = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!parameter && !accepted.has(name))
      context.fault('UNKNOWN_PARAMETER', `is unknown; known: ${[...Object.keys(known), ...accepted].join(', ')}`);
    else if (values.length > 1) context.fault('DUPLICATE', 'is given more than once');
    else if (parameter && values[0]) {
      const value = parameter.parse(values[0], context);
      if (value !== undefined) parsed[name] = value;
    }
  }
  const isGiven = (name: string) => Boolean(query.get(name)?.[0]);
  for (const [name, { isRequired, needs = name }] of Object.entries(known)) {
    if (isRequired && !isGiven(name)) parseContext(name, findings).fault('REQUIRED', 'is required');
    if (isGiven(name) && !isGiven(needs)) parseContext(needs, findings).fault('REQUIRED', `is required with ${name}`);
  }
  return parsed;
}

/** The requested page, counted from 1 (conventions 3.4). */
export function parsePage(text: string | undefined, findings: Findings): number {
  if (!text) return 1;
  const number = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (number < 1) parseContext('page', findings).fault('INVALID_VALUE', 'must be a positive integer');
  return number;
}
