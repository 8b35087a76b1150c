import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from 'koa';

/** The identifiers of a request, in this service and those around it. */
export interface Trace {
  /** The sender's `X-Request-Id`, or a generated one. */
  requestId: string;
  /** The trace of `traceparent` (W3C Trace Context), in 32 hexadecimal digits. */
  traceId?: string;
  /** The trace headers as received, to be passed on. */
  traceparent?: string;
  tracestate?: string;
}

/** Characters that are safe in headers, log lines and log queries; the ids of all common proxies match. */
const REQUEST_ID = /^[\w.:=+/@-]{1,128}$/;
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?=$|-)/;
/** Version 0 ends with the flags; no later version is this long. */
const MAX_LENGTH = { traceparent: 128, tracestate: 512 };

/** Reads the identifiers from the headers; malformed ones count as absent. */
export function readTrace(headers: IncomingHttpHeaders): Trace {
  const sentId = headers['x-request-id'];
  const requestId = typeof sentId === 'string' && REQUEST_ID.test(sentId) ? sentId : randomUUID();
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== 'string' || traceparent.length > MAX_LENGTH.traceparent) return { requestId };
  const [, traceId] = TRACEPARENT.exec(traceparent) ?? [];
  if (!traceId || (traceparent.startsWith('00-') && traceparent.length !== 55)) return { requestId };
  const hasState = typeof tracestate === 'string' && tracestate.length <= MAX_LENGTH.tracestate;
  return { requestId, traceId, traceparent, ...(hasState ? { tracestate } : {}) };
}

/** Stores the identifiers of a request. */
export function setTrace(ctx: Context, trace: Trace): void {
  ctx.state.trace = trace;
}

/** The identifiers of a request; undefined outside a request. */
export const traceOf = (ctx: { state: Record<string, unknown> } | undefined): Trace | undefined =>
  ctx?.state.trace as Trace | undefined;

/** The id of a request; empty outside a request. */
export const requestIdOf = (ctx: Context): string => traceOf(ctx)?.requestId ?? '';

/** The headers that let another service link its request to this one. */
export function outgoingHeaders(ctx: { state: Record<string, unknown> } | undefined): Record<string, string> {
  const { requestId, traceparent, tracestate } = traceOf(ctx) ?? {};
  const headers = { 'x-request-id': requestId, traceparent, tracestate };
  return Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => !!entry[1]));
}
