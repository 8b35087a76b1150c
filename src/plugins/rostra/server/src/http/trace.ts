import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from 'koa';

/** What a request is known by, here and in the services around this one. */
export interface Trace {
  /** The sender's `X-Request-Id`, or one that was made. */
  requestId: string;
  /** The trace of `traceparent` (W3C Trace Context), in 32 hexadecimal digits. */
  traceId?: string;
  /** The headers of the trace as they came, to be passed on. */
  traceparent?: string;
  tracestate?: string;
}

/** Letters that break neither a header, a log line nor a query of a log; the identifiers of all usual proxies. */
const REQUEST_ID = /^[\w.:=+/@-]{1,128}$/;
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?=$|-)/;
/** Version 0 has nothing after the flags, and no later one is this long. */
const LONGEST = { traceparent: 128, tracestate: 512 };

/** Reads what the sender calls a request; what is malformed counts as absent. */
export function readTrace(headers: IncomingHttpHeaders): Trace {
  const given = headers['x-request-id'];
  const requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== 'string' || traceparent.length > LONGEST.traceparent) return { requestId };
  const [, traceId] = TRACEPARENT.exec(traceparent) ?? [];
  if (!traceId || (traceparent.startsWith('00-') && traceparent.length !== 55)) return { requestId };
  const hasState = typeof tracestate === 'string' && tracestate.length <= LONGEST.tracestate;
  return { requestId, traceId, traceparent, ...(hasState ? { tracestate } : {}) };
}

/** Notes what a request is known by. */
export function keepTrace(ctx: Context, trace: Trace): void {
  ctx.state.trace = trace;
}

/** What a request is known by; undefined outside of any. */
export const traceOf = (ctx: { state: Record<string, unknown> } | undefined): Trace | undefined =>
  ctx?.state.trace as Trace | undefined;

/** The identifier of a request; empty outside of any. */
export const requestIdOf = (ctx: Context): string => traceOf(ctx)?.requestId ?? '';

/** The headers by which another service knows what a request to it belongs to. */
export function outgoingHeaders(ctx: { state: Record<string, unknown> } | undefined): Record<string, string> {
  const { requestId, traceparent, tracestate } = traceOf(ctx) ?? {};
  const headers = { 'x-request-id': requestId, traceparent, tracestate };
  return Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => !!entry[1]));
}
