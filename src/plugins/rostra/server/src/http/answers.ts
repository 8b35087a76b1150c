import { etagOf } from '../operations/etag';
import type { WriteResult } from '../operations/write';
import type { Answer } from '../resource/endpoint';

/** Builds the answers of operations (conventions 4.1). */
export const answers = {
  read: (body: string): Answer => ({ status: 200, body, headers: { etag: etagOf(body) } }),
  created: (written: WriteResult, location: string): Answer => ({
    status: 201,
    body: written.body,
    headers: { ...headersOf(written), location },
  }),
  updated: (written: WriteResult): Answer => ({ status: 200, body: written.body, headers: headersOf(written) }),
  removed: (): Answer => ({ status: 204, headers: {} }),
};

/** Maximum length of the header `Ignored-Fields`, in characters. */
const MAX_HEADER_LENGTH = 2_000;
const SEPARATOR = ', ';

export function headersOf({ etag, ignored }: Pick<WriteResult, 'etag' | 'ignored'>): Record<string, string> {
  if (ignored.length === 0) return { etag };
  return { etag, 'ignored-fields': joinPaths(ignored) };
}

/** Joins the distinct paths; `...` replaces those that do not fit. */
function joinPaths(paths: string[]): string {
  const parts: string[] = [];
  let length = 0;
  for (const path of new Set(paths)) {
    const text = path.length > MAX_HEADER_LENGTH ? '' : headerText(path);
    length += text.length + SEPARATOR.length;
    if (text === '' || length > MAX_HEADER_LENGTH) return [...parts, '...'].join(SEPARATOR);
    parts.push(text);
  }
  return parts.join(SEPARATOR);
}

/** Percent-encodes commas, percent signs and everything but visible ASCII, so that a header can carry the path. */
const headerText = (path: string): string => path.toWellFormed().replaceAll(/[^\x21-\x7e]|[,%]/gu, encodeURIComponent);

/** Wraps a body in a plain HTML page. `attributes` go into the body tag, each with a leading space. */
export const htmlPage = (body: string, attributes = ''): string =>
  `<!doctype html><html lang="zh-Hant"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Rostra</title></head><body${attributes}><h1>Rostra</h1>${body}</body></html>\n`;
