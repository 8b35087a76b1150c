import { errors } from '../errors/errors';
import { type Findings, input } from '../fields/input';
import type { Resource } from '../resource/resource';
import { type ListRequest, readList } from '../store/read';
import { parseParameters, type Query } from './query';

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
