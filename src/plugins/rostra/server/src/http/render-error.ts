import { isHttpError } from 'http-errors';
import type { Context } from 'koa';
import { bodyOf } from '../errors/body';
import { fromDatabase } from '../errors/database';
import { AnsweredError, errors } from '../errors/errors';
import type { Answer } from '../resource/endpoint';
import { app } from '../store/strapi';
import { requestIdOf } from './trace';

/**
 * Turns whatever was thrown into an answer of the one shape (decisions, 4.3). What is unknown goes to the log, under the
 * identifier of the request.
 */
export function renderError(error: unknown, ctx: Context): Answer {
  const known = error instanceof AnsweredError ? error : (fromDatabase(error) ?? fromParser(error));
  if (known) {
    if (known.status >= 500) logFailure(error);
    return answerOf(known);
  }
  app().log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return answerOf(errors.internal(requestIdOf(ctx)));
}

/** Answers whatever was thrown, outside the pipeline. */
export function answerError(ctx: Context, error: unknown): void {
  const { status, body, headers } = renderError(error, ctx);
  ctx.set(headers);
  ctx.status = status;
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = body;
}

/** How often the log says that the database fails, in milliseconds: it does so for every request. */
const LOG_EVERY = 5_000;

let loggedAt = 0;

function logFailure(error: unknown): void {
  const { message, cause } = error as Error;
  if (cause instanceof Error) return void app().log.error(`a commit of unknown outcome: ${cause.message}`);
  if (Date.now() - loggedAt < LOG_EVERY) return;
  loggedAt = Date.now();
  app().log.warn(`answered 503: ${message}`);
}

function answerOf(error: AnsweredError): Answer {
  return { status: error.status, body: JSON.stringify(bodyOf(error)), headers: error.headers };
}

/** Errors of the body parser: malformed JSON, a body that is too large, an encoding that it does not know. */
function fromParser(error: unknown): AnsweredError | undefined {
  if (!isHttpError(error)) return undefined;
  if (error.status === 400) return errors.malformedBody(`the body is no JSON: ${error.message}`);
  if (error.status === 413) return errors.payloadTooLarge();
  if (error.status === 415) return errors.unsupportedMediaType();
  return undefined;
}
