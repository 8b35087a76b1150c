import { errors as strapiErrors } from '@strapi/utils';
import createError, { type HttpError, isHttpError } from 'http-errors';
import type { Context, Middleware } from 'koa';
import { fromDatabase } from '../errors/database';
import { ApiError, strapiErrorBody } from '../errors/errors';
import { requestIdOf } from '../http/trace';
import { app } from '../store/strapi';

/** The fields that show who caused an error: PostgreSQL's code, a status, the form parser's status. */
interface Thrown {
  code?: unknown;
  status?: unknown;
  httpCode?: unknown;
  expose?: unknown;
  message?: unknown;
  details?: unknown;
}

/** Node.js error codes for arguments of a wrong type. */
const ARGUMENT_CODES = new Set(['ERR_INVALID_ARG_TYPE', 'ERR_INVALID_ARG_VALUE']);

/** PostgreSQL error codes: values that a column cannot store, unknown columns and operators, violated constraints. */
const DATA_CODES = /^(22[0-9A-Z]{3}|42703|42883)$/;
const CONSTRAINT_ANSWERS: Record<string, [number, string]> = {
  '23502': [400, 'a required value is missing'],
  '23503': [400, 'a record in the request does not exist, or is still in use'],
  '23505': [409, 'another record has this value already'],
};

/**
 * Answers errors caused by the request with 4xx, in Strapi's shape; Strapi would answer 500 or log a stack for each. Place it
 * inside `strapi::errors`.
 */
export const clientErrors: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    const refusal = clientErrorOf(error) ?? fromUncheckedInput(error, ctx);
    if (!refusal) throw withoutLongTexts(error);
    const { status, name, message, details = {}, headers = {} } = refusal;
    ctx.set(headers);
    ctx.status = status;
    ctx.body = strapiErrorBody(status, name, message, details);
  } finally {
    // Discard the rest of a refused body, so that the client gets to read the answer.
    if (!ctx.req.readableEnded && ctx.status >= 400) ctx.req.resume();
  }
};

/** Refuses a request for one of Strapi's routes with a message. */
export function refuseRequest(ctx: Context, status: number, message: string): never {
  ctx.req.resume();
  throw createError(status, message);
}

function clientErrorOf(error: unknown): HttpError | undefined {
  if (error instanceof ApiError) return fromApiError(error);
  const { code, status, httpCode, expose, message, details } = (error ?? {}) as Thrown;
  if (typeof code === 'string' && DATA_CODES.test(code))
    return createError(400, 'a value has a type that cannot be stored here');
  if (typeof code === 'string' && CONSTRAINT_ANSWERS[code]) return createError(...CONSTRAINT_ANSWERS[code]);
  if (code === 'ENAMETOOLONG') return createError(400, 'the name of a file is too long');
  if (isClientStatus(httpCode)) return createError(httpCode, String(message));
  if (error instanceof URIError) return createError(400, 'the address has malformed percent-encoding');
  // Strapi answers its own errors.
  return isClientStatus(status) && expose === true ? createError(status, String(message), { details }) : undefined;
}

/** Matches the first frame of a stack in Strapi's code or ours. */
const FRAME_OWNER = /node_modules[\\/]@strapi[\\/]|dist[\\/]src[\\/]/;

/**
 * Answers 400 where Strapi's code fails on input that it does not check: an object in place of a text, an unknown field to sort
 * by. Logs the stack, because it may also be a bug in Strapi. Ignores errors of the database, the disk and the network.
 */
function fromUncheckedInput(error: unknown, ctx: Context): HttpError | undefined {
  // Strapi answers its own errors.
  if (!(error instanceof Error) || error instanceof strapiErrors.ApplicationError || isHttpError(error))
    return undefined;
  if (fromDatabase(error)) return undefined;
  const { code } = error as Thrown;
  if (typeof code === 'string' && !ARGUMENT_CODES.has(code)) return undefined;
  if (!FRAME_OWNER.exec(error.stack ?? '')?.[0].startsWith('node_modules')) return undefined;
  app().log.warn(`answered with 400: ${error.stack}`);
  return createError(400, 'the request cannot be processed', { details: { id: requestIdOf(ctx) } });
}

/** The longest text of an error that Strapi answers, in UTF-16 units. */
const MAX_TEXT = 500;
const MAX_FAULTS = 100;

/** Cuts the texts of Strapi's own errors and leaves out the values of faults: both repeat what was refused, several times. */
function withoutLongTexts(error: unknown): unknown {
  if (!(error instanceof strapiErrors.ApplicationError)) return error;
  error.message = cut(error.message);
  const { errors: faults, ...details } = (error.details ?? {}) as { errors?: unknown };
  error.details = cutAll(details);
  if (Array.isArray(faults))
    Object.assign(error.details as object, { errors: faults.slice(0, MAX_FAULTS).map(cutFault) });
  return error;
}

const cutFault = (fault: unknown): unknown => {
  if (typeof fault !== 'object' || fault === null) return fault;
  const { value: _, ...rest } = fault as { value?: unknown };
  return cutAll(rest);
};

const cutAll = (texts: object): object =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, Array.isArray(text) ? text.map(cut) : cut(text)]),
  );

const cut = <T>(text: T): T | string =>
  typeof text === 'string' && text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).toWellFormed()}…` : text;

function fromApiError({ status, message, details, headers }: ApiError): HttpError {
  const sentence = details.errors?.map((fault) => [fault.path, fault.message].filter(Boolean).join(' ')).join('; ');
  return createError(status, sentence || message, { details, headers });
}

const isClientStatus = (status: unknown): status is number =>
  typeof status === 'number' && status >= 400 && status < 500;
