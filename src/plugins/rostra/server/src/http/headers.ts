import type { Context } from 'koa';

/**
 * The headers of all answers of this service's own paths. Answers are data: browsers must not run, frame or sniff them. Only
 * the client itself may cache them, and revalidates with the entity tag.
 */
export const SECURITY_HEADERS: Record<string, string> = {
  'cache-control': 'private, no-cache',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // All request headers that any answer depends on.
  vary: 'Accept, Accept-Encoding, Authorization, Origin',
};

const METHODS = 'GET, POST, PATCH, DELETE';
const REQUEST_HEADERS = 'authorization, content-type, if-match, if-none-match, x-request-id, traceparent, tracestate';
const EXPOSED =
  'etag, location, ignored-fields, retry-after, x-request-id, ratelimit-limit, ratelimit-remaining, ratelimit-reset';
/** How long a browser may remember a preflight, in seconds. */
const MAX_AGE = '600';

/**
 * Sets the CORS headers of an answer, errors included (conventions 4.4). Returns whether the request is a preflight. Never allows
 * credentials: tokens come as `Authorization`, and pages of other origins cannot act with somebody's cookies.
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
