import { isHttpError } from 'http-errors';
import type { Context } from 'koa';
import type { JsonObject } from '../../../../../common/json';
import { fromDatabase } from '../errors/database';
import { ApiError, errorBody, errors } from '../errors/errors';
import type { Answer } from '../resource/endpoint';
import { app } from '../store/strapi';
import { requestIdOf } from './trace';

/**
 * Turns any thrown value into an answer of the shape of all errors (conventions 4.3). Unknown errors are logged with the request
 * id.
 * @param more what the body says besides
 */
export function renderError(error: unknown, ctx: Context, more: JsonObject = {}): Answer {
  const answer = error instanceof ApiError ? error : (fromDatabase(error) ?? fromParser(error));
  if (answer) {
    if (answer.status >= 500) logFailure(error);
    return answerOf(answer, more);
  }
  app().log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return answerOf(errors.internal(requestIdOf(ctx)), more);
}

/** Answers any thrown value outside the pipeline. */
export function answerError(ctx: Context, error: unknown): void {
  const { status, body, headers } = renderError(error, ctx);
  ctx.set(headers);
  ctx.status = status;
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = body;
}

/** The shortest time between two log lines about database failures: each request would write one. */
const LOG_INTERVAL_MS = 5_000;

let loggedAt = 0;

function logFailure(error: unknown): void {
  const { message, cause } = error as Error;
  if (cause instanceof Error) return void app().log.error(`commit with unknown outcome: ${cause.message}`);
  if (Date.now() - loggedAt < LOG_INTERVAL_MS) return;
  loggedAt = Date.now();
  app().log.warn(`answered 503: ${message}`);
}

function answerOf(error: ApiError, more: JsonObject): Answer {
  return { status: error.status, body: JSON.stringify({ ...errorBody(error), ...more }), headers: error.headers };
}

/** Translates errors of the body parser: malformed JSON, a body that is too large, an unknown encoding. */
function fromParser(error: unknown): ApiError | undefined {
  if (!isHttpError(error)) return undefined;
  if (error.status === 400) return errors.malformedBody(`the body is not valid JSON: ${error.message}`);
  if (error.status === 413) return errors.payloadTooLarge();
  if (error.status === 415) return errors.unsupportedMediaType();
  return undefined;
}
