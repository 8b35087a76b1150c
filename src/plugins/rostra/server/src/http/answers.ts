import { etagOf } from '../operations/etag';
import type { WriteResult } from '../operations/write';
import type { Answer } from '../resource/endpoint';

/** Answers of the operations (decisions, 4.1 and 4.2). */
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

/** The longest header that names ignored fields, in characters. */
const LONGEST = 2_000;
const SEPARATOR = ', ';

function headersOf({ etag, ignored }: WriteResult): Record<string, string> {
  if (ignored.length === 0) return { etag };
  return { etag, 'ignored-fields': listed(ignored) };
}

/** The paths, each once; `...` stands for those that are too many. */
function listed(paths: string[]): string {
  const kept: string[] = [];
  let length = 0;
  for (const path of new Set(paths)) {
    const text = path.length > LONGEST ? '' : headerText(path);
    length += text.length + SEPARATOR.length;
    if (text === '' || length > LONGEST) return [...kept, '...'].join(SEPARATOR);
    kept.push(text);
  }
  return kept.join(SEPARATOR);
}

/** A path as a header can carry it: what is no visible ASCII, commas and percent signs are percent-encoded. */
const headerText = (path: string): string => path.toWellFormed().replaceAll(/[^\x21-\x7e]|[,%]/gu, encodeURIComponent);

/** A plain page of HTML around a body; `attributes` are those of the body's tag, with a space before each. */
export const htmlPage = (body: string, attributes = ''): string =>
  `<!doctype html><html lang="zh-Hant"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Rostra</title></head><body${attributes}><h1>Rostra</h1>${body}</body></html>\n`;
