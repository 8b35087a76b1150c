import { errors } from '../errors/errors';
import { type Findings, input } from '../fields/input';
import type { Json } from '../json';
import type { Resource } from '../resource/resource';
import { type ListRequest, readList } from '../store/read';

/** The parameters of a query, as they came: a repeated one has several values. */
export type Query = Map<string, string[]>;

/** Answers a list as JSON text: rows, total, and for a paged resource the page (Conventions 2 and 3). */
export async function list(of: Resource, query: Query, pageSize: number): Promise<string> {
  const request = parseListQuery(of, query, pageSize);
  const { rows, total } = await readList(of, request);
  const paging = of.paged ? `,"paging":${JSON.stringify(pagingOf(request, total, pageSize))}` : '';
  return `{"rows":${rows},"totalRowCount":${total}${paging}}`;
}

/** Parameters that every list takes: `page` and `all` (without effect where it is not paged) and `full`. */
const COMMON = new Set(['page', 'all', 'full']);

function parseListQuery(of: Resource, query: Query, pageSize: number): ListRequest {
  const { findings } = input();
  const filters = parseParameters(of.filters, query, findings, COMMON);
  const number = parsePage(query.get('page')?.[0], findings);
  if (findings.faults.length > 0) throw errors.invalidInput(findings.faults);
  const isPaged = of.paged && !query.has('all');
  return { filters, isFull: query.has('full'), ...(isPaged ? { page: { number, size: pageSize } } : {}) };
}

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
function parsePage(text: string | undefined, findings: Findings): number {
  if (!text) return 1;
  const number = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (number < 1) input('page', findings).fault('INVALID_VALUE', 'must be an integer from 1');
  return number;
}

function pagingOf({ page }: ListRequest, total: number, pageSize: number) {
  if (!page) return { page: 1, pages: 1, pageSize: total, previous: null, next: null };
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return {
    page: page.number,
    pages,
    pageSize,
    previous: page.number > 1 ? Math.min(page.number - 1, pages) : null,
    next: page.number < pages ? page.number + 1 : null,
  };
}
