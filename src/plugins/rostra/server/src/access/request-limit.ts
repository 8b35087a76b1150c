import type { Context } from 'koa';
import { errors } from '../errors/errors';
import { countRequest, WINDOW_MS } from '../store/request-counts';
import { type Credential, knownOwner } from './credentials';
import { networkOf } from './sender';

/** How many requests a minute one sender may send; 0 is no limit. */
export interface RateLimits {
  reads: number;
  writes: number;
}

/** How often senders have been refused since the start. */
export const refused = { reads: 0, writes: 0 };

/**
 * Counts a request for who sends it, reads and writes apart: the owner of the credential, or the address where there is
 * none, or none that is known yet. Costs no statement. The answer tells in `RateLimit-…` headers what is left. Errors:
 * TOO_MANY_REQUESTS with the seconds to wait; those of reading the credential.
 */
export function countSender(ctx: Context, limits: RateLimits, read: () => Credential): Credential {
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
  refused[kind] += 1;
  throw errors.tooManyRequests(seconds);
}
