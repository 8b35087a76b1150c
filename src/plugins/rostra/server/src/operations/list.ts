import { errors } from '../errors/errors';
import { parseContext } from '../fields/parse-context';
import type { Resource } from '../resource/resource';
import { type ListRequest, listStatement } from '../store/read';
import { LIST_PARAMETERS, parsePage, parseParameters, type Query } from './query';
import type { ReadQuery } from './read';

/** The query for a list: rows, total, and paging for paged resources (conventions 3.4). Errors: INVALID_INPUT. */
export function list(resource: Resource, query: Query, pageSize: number): ReadQuery {
  const request = parseListQuery(resource, query, pageSize);
  const paging = (total: number) =>
    resource.paged ? `,"paging":${JSON.stringify(pagingOf(request, total, pageSize))}` : '';
  const read = listStatement(resource, request);
  if (!request.page) return { ...read, suffix: (count) => `"totalRowCount":${count}${paging(count)}}` };
  return {
    ...read,
    format: (row) => {
      const [rows, total] = row as [string, string];
      return `{"rows":${rows},"totalRowCount":${total}${paging(Number(total))}}`;
    },
  };
}

function parseListQuery(resource: Resource, query: Query, pageSize: number): ListRequest {
  const { findings } = parseContext();
  const filters = parseParameters(resource.filters, query, findings, LIST_PARAMETERS);
  const number = parsePage(query.get('page')?.[0], findings);
  if (findings.faults.length > 0) throw errors.invalidInput(findings.faults);
  const isPaged = resource.paged && !query.has('all');
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
