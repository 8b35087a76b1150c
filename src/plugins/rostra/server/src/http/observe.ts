import type { Middleware } from 'koa';
import { countRequest } from '../metrics/requests';
import { logRequest } from './log';
import { operationOf } from './operation';
import { keepTrace, readTrace } from './trace';

/**
 * Stands before everything, ours and Strapi's: names the request, in its answer too, measures how long it takes until
 * its answer begins, and counts and logs it.
 */
export const observe: Middleware = async (ctx, next) => {
  const begun = performance.now();
  const trace = readTrace(ctx.req.headers);
  keepTrace(ctx, trace);
  ctx.res.setHeader('x-request-id', trace.requestId);
  let failed: number | undefined;
  try {
    await next();
  } catch (error) {
    failed = statusOf(error);
    // Koa answers it, and drops all other headers.
    const named = error as { headers?: Record<string, string> };
    if (error instanceof Error) named.headers = { ...named.headers, 'x-request-id': trace.requestId };
    throw error;
  } finally {
    const milliseconds = performance.now() - begun;
    countRequest(operationOf(ctx), failed ?? ctx.status, milliseconds / 1000);
    logRequest(ctx, milliseconds);
  }
};

function statusOf(error: unknown): number {
  const { status } = (error ?? {}) as { status?: unknown };
  return typeof status === 'number' ? status : 500;
}
