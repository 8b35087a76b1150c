import { errors } from '../errors/errors';
import { input } from '../fields/input';
import type { Resource } from '../resource/resource';
import { type ListRequest, listStatement } from '../store/read';
import { OF_LISTS, parsePage, parseParameters, type Query } from './query';
import type { Reading } from './reading';

/** Reads a list: rows, total, and for a paged resource the page (Conventions 2 and 3). Errors: INVALID_INPUT. */
export function list(of: Resource, query: Query, pageSize: number): Reading {
  const request = parseListQuery(of, query, pageSize);
  const paging = (total: number) => (of.paged ? `,"paging":${JSON.stringify(pagingOf(request, total, pageSize))}` : '');
  const read = listStatement(of, request);
  if (!request.page) return { ...read, afterRows: (count) => `"totalRowCount":${count}${paging(count)}}` };
  return {
    ...read,
    whole: (row) => {
      const [rows, total] = row as [string, string];
      return `{"rows":${rows},"totalRowCount":${total}${paging(Number(total))}}`;
    },
  };
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
