import type { Context } from 'koa';
import { errors } from '../errors/errors';
import { countRequest, WINDOW_MS } from '../store/rate-limit-counts';
import { type Credential, knownOwner } from './credentials';
import { networkOf } from './sender';

/** How many requests one sender may send in a minute; 0 means no limit. */
export interface RateLimits {
  reads: number;
  writes: number;
}

/** Requests refused since the start. */
export const refusals = { reads: 0, writes: 0 };

/**
 * Reads the credential and counts the request, reads and writes separately: by owner, or by network where there is no credential
 * or its owner is not known yet. Runs no statement. Sets the `RateLimit-…` headers. Errors: TOO_MANY_REQUESTS with the seconds to
 * wait; those of reading the credential.
 */
export function enforceRateLimit(ctx: Context, limits: RateLimits, read: () => Credential): Credential {
  const kind = ctx.method === 'GET' || ctx.method === 'HEAD' ? 'reads' : 'writes';
  if (limits[kind] === 0) return read();
  let owner: string | undefined;
  try {
    const credential = read();
    owner = knownOwner(credential);
    return credential;
  } finally {
    take(ctx, kind, limits[kind], owner ?? `address ${networkOf(ctx.ip)}`);
  }
}

function take(ctx: Context, kind: keyof RateLimits, limit: number, sender: string): void {
  const now = Date.now();
  const count = countRequest(`${kind} ${sender}`, now);
  const seconds = Math.ceil((WINDOW_MS - (now % WINDOW_MS)) / 1000);
  ctx.res.setHeader('ratelimit-limit', limit);
  ctx.res.setHeader('ratelimit-remaining', Math.max(0, limit - count));
  ctx.res.setHeader('ratelimit-reset', seconds);
  if (count <= limit) return;
  refusals[kind] += 1;
  throw errors.tooManyRequests(seconds);
}
