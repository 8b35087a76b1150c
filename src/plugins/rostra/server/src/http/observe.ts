import type { Middleware } from 'koa';
import { countRequest } from '../metrics/requests';
import { logRequest } from './log';
import { operationOf } from './operation';
import { readTrace, setTrace } from './trace';

/**
 * The outermost middleware. Gives the request an id, also in its answer; measures the time until the answer begins; counts and
 * logs the request.
 */
export const observe: Middleware = async (ctx, next) => {
  const begun = performance.now();
  const trace = readTrace(ctx.req.headers);
  setTrace(ctx, trace);
  ctx.res.setHeader('x-request-id', trace.requestId);
  let errorStatus: number | undefined;
  try {
    await next();
  } catch (error) {
    errorStatus = statusOf(error);
    // Koa answers the error and drops all headers but those of the error.
    const httpError = error as { headers?: Record<string, string> };
    if (error instanceof Error) httpError.headers = { ...httpError.headers, 'x-request-id': trace.requestId };
    throw error;
  } finally {
    const milliseconds = performance.now() - begun;
    countRequest(operationOf(ctx), errorStatus ?? ctx.status, milliseconds / 1000);
    logRequest(ctx, milliseconds);
  }
};

function statusOf(error: unknown): number {
  const { status } = (error ?? {}) as { status?: unknown };
  return typeof status === 'number' ? status : 500;
}
