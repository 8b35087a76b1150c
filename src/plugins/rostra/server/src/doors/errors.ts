import { errors as strapiErrors } from '@strapi/utils';
import createError, { type HttpError, isHttpError } from 'http-errors';
import type { Context, Middleware } from 'koa';
import { strapiBody } from '../errors/body';
import { fromDatabase } from '../errors/database';
import { AnsweredError } from '../errors/errors';
import { requestIdOf } from '../http/trace';
import { app } from '../store/strapi';

/** What an error may carry that tells whose fault it is: PostgreSQL's code, a status, the status of the form parser. */
interface Thrown {
  code?: unknown;
  status?: unknown;
  httpCode?: unknown;
  expose?: unknown;
  message?: unknown;
  details?: unknown;
}

/** Codes of arguments of another type than Node.js takes. */
const OF_ARGUMENTS = new Set(['ERR_INVALID_ARG_TYPE', 'ERR_INVALID_ARG_VALUE']);

/** Codes of PostgreSQL for values that a column cannot hold, for columns and comparisons that there are not, for broken constraints. */
const OF_DATA = /^(22[0-9A-Z]{3}|42703|42883)$/;
const OF_CONSTRAINTS: Record<string, [number, string]> = {
  '23502': [400, 'a value that is required is missing'],
  '23503': [400, 'a record that the request names does not exist, or is still in use'],
  '23505': [409, 'another record has this value already'],
};

/**
 * Answers errors that the request is to blame for with 4xx, in the shape that Strapi gives its errors; Strapi would answer
 * 500, or log a stack for each. Stands within `strapi::errors`.
 */
export const refuseFaulty: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    const refusal = refusalOf(error) ?? unchecked(error, ctx);
    if (!refusal) throw error;
    const { status, name, message, details = {}, headers = {} } = refusal;
    ctx.set(headers);
    ctx.status = status;
    ctx.body = strapiBody(status, name, message, details);
  } finally {
    // What is left of a refused body is read and dropped, so that the client can read the answer.
    if (!ctx.req.readableEnded && ctx.status >= 400) ctx.req.resume();
  }
};

/** Ends a request at Strapi's doors with a sentence. */
export function refuse(ctx: Context, status: number, message: string): never {
  ctx.req.resume();
  throw createError(status, message);
}

function refusalOf(error: unknown): HttpError | undefined {
  if (error instanceof AnsweredError) return answered(error);
  const { code, status, httpCode, expose, message, details } = (error ?? {}) as Thrown;
  if (typeof code === 'string' && OF_DATA.test(code))
    return createError(400, 'a value is of no kind that can be stored here');
  if (typeof code === 'string' && OF_CONSTRAINTS[code]) return createError(...OF_CONSTRAINTS[code]);
  if (code === 'ENAMETOOLONG') return createError(400, 'the name of a file is too long');
  if (isOfClient(httpCode)) return createError(httpCode, String(message));
  if (error instanceof URIError) return createError(400, 'a percent sign begins no character in UTF-8');
  // Strapi's own refusals are left to it.
  return isOfClient(status) && expose === true ? createError(status, String(message), { details }) : undefined;
}

/** The first part of a stack that is Strapi's or ours. */
const WHOSE = /node_modules[\\/]@strapi[\\/]|dist[\\/]src[\\/]/;

/**
 * What Strapi's own code breaks on when it is given what it does not check: an object for a text, an unknown field to sort
 * by. The stack goes to the log, for it may as well be a fault of Strapi's; what comes of the database, the disk or the
 * network is left as it is.
 */
function unchecked(error: unknown, ctx: Context): HttpError | undefined {
  // Strapi's own refusals are left to it.
  if (!(error instanceof Error) || error instanceof strapiErrors.ApplicationError || isHttpError(error))
    return undefined;
  if (fromDatabase(error)) return undefined;
  const { code } = error as Thrown;
  if (typeof code === 'string' && !OF_ARGUMENTS.has(code)) return undefined;
  if (!WHOSE.exec(error.stack ?? '')?.[0].startsWith('node_modules')) return undefined;
  app().log.warn(`answered with 400: ${error.stack}`);
  return createError(400, 'the request asks for something that cannot be done', { details: { id: requestIdOf(ctx) } });
}

function answered({ status, message, details, headers }: AnsweredError): HttpError {
  const sentence = details.errors?.map((fault) => [fault.path, fault.message].filter(Boolean).join(' ')).join('; ');
  return createError(status, sentence || message, { details, headers });
}

const isOfClient = (status: unknown): status is number => typeof status === 'number' && status >= 400 && status < 500;
