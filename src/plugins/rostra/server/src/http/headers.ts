import type { Context } from 'koa';

/**
 * Headers of every answer of ours. They are data, never a page: nothing in them may run, be framed or be guessed at,
 * and what they say belongs to who asked, to be asked for again with its entity tag.
 */
export const SECURITY_HEADERS: Record<string, string> = {
  'cache-control': 'private, no-cache',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // All that any answer of ours depends on.
  vary: 'Accept, Accept-Encoding, Authorization, Origin',
};

const METHODS = 'GET, POST, PATCH, DELETE';
const REQUEST_HEADERS = 'authorization, content-type, if-match, if-none-match, x-request-id, traceparent, tracestate';
const EXPOSED =
  'etag, location, ignored-fields, retry-after, x-request-id, ratelimit-limit, ratelimit-remaining, ratelimit-reset';
/** How long a browser may remember a preflight, in seconds. */
const MAX_AGE = '600';

/**
 * Sets the CORS headers of every answer, errors too (decisions, 4.4). Answers whether the request was a preflight. Never with
 * credentials: tokens are sent as `Authorization`, so that no page of another origin acts by cookies.
 */
export function allowOrigin(ctx: Context, origins: string[] | '*', methods = METHODS): boolean {
  const origin = ctx.get('origin');
  const isAllowed = origins === '*' || origins.includes(origin);
  if (origin && isAllowed) {
    ctx.set('access-control-allow-origin', origins === '*' ? '*' : origin);
    ctx.set('access-control-expose-headers', EXPOSED);
  }
  if (ctx.method !== 'OPTIONS') return false;
  if (origin && isAllowed) {
    ctx.set('access-control-allow-methods', methods);
    ctx.set('access-control-allow-headers', REQUEST_HEADERS);
    ctx.set('access-control-max-age', MAX_AGE);
  }
  return true;
}
