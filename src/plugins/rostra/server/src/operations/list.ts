import { errors } from '../errors/errors';
import { input } from '../fields/input';
import type { Resource } from '../resource/resource';
import { type ListRequest, readList } from '../store/read';
import { OF_LISTS, parsePage, parseParameters, type Query } from './query';

/** Answers a list as JSON text: rows, total, and for a paged resource the page (Conventions 2 and 3). */
export async function list(of: Resource, query: Query, pageSize: number): Promise<string> {
  const request = parseListQuery(of, query, pageSize);
  const { rows, total } = await readList(of, request);
  const paging = of.paged ? `,"paging":${JSON.stringify(pagingOf(request, total, pageSize))}` : '';
  return `{"rows":${rows},"totalRowCount":${total}${paging}}`;
}

function parseListQuery(of: Resource, query: Query, pageSize: number): ListRequest {
  const { findings } = input();
  const filters = parseParameters(of.filters, query, findings, OF_LISTS);
  const number = parsePage(query.get('page')?.[0], findings);
  if (findings.faults.length > 0) throw errors.invalidInput(findings.faults);
  const isPaged = of.paged && !query.has('all');
  return { filters, isFull: query.has('full'), ...(isPaged ? { page: { number, size: pageSize } } : {}) };
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
