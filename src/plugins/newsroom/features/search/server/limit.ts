import type { ServerResponse } from 'node:http';

/** A signal that an answer takes longer than so many milliseconds, or that nobody waits for it any more. */
export function limitOf(res: Pick<ServerResponse, 'closed' | 'once'>, milliseconds: number): AbortSignal {
  const limit = new AbortController();
  if (res.closed) {
    limit.abort();
    return limit.signal;
  }
  const timer = setTimeout(() => limit.abort(), milliseconds);
  res.once('close', () => {
    clearTimeout(timer);
    limit.abort();
  });
  return limit.signal;
}
