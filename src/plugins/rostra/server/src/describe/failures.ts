import type { JsonObject } from '../../../../../common/json';
import { ApiError, errorBody, errors } from '../errors/errors';
import { component } from './components';

/** Describes the error answer of one status, with an example for each cause. */
export function failure(description: string, ...causes: ApiError[]): JsonObject {
  const headers = Object.fromEntries(
    causes.flatMap((cause) => Object.entries(cause.headers)).map(([name, value]) => [capitals(name), headerOf(value)]),
  );
  return {
    description,
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    content: {
      'application/json': {
        schema: component('schemas', 'Error'),
        examples: examplesOf(causes),
      },
    },
  };
}

/** Error answers shared by many operations, by component name. */
export const sharedFailures: Record<string, JsonObject> = {
  NotModified: { description: 'Unchanged since the answer with this entity tag; no body.' },
  InvalidQuery: failure(
    'INVALID_INPUT: lists every fault of the query.',
    errors.invalidInput([
      { path: 'colour', code: 'UNKNOWN_PARAMETER', message: 'is unknown; known: full' },
      { path: 'full', code: 'DUPLICATE', message: 'is given more than once' },
    ]),
  ),
  InvalidBody: failure(
    'INVALID_INPUT: the body is not JSON in UTF-8.',
    errors.malformedBody('the body is not valid JSON: Unexpected end of JSON input'),
  ),
  Unauthenticated: failure('UNAUTHENTICATED: the credential is missing or invalid.', errors.unauthenticated()),
  Forbidden: failure('FORBIDDEN: the role may not do this.', errors.forbidden()),
  NotFound: failure('NOT_FOUND: the record does not exist.', errors.notFound()),
  PreconditionFailed: failure(
    'PRECONDITION_FAILED: the record has changed since the entity tag was issued.',
    errors.preconditionFailed(),
  ),
  PayloadTooLarge: failure('PAYLOAD_TOO_LARGE: the body exceeds the limit of the service.', errors.payloadTooLarge()),
  UnsupportedMediaType: failure(
    'UNSUPPORTED_MEDIA_TYPE: the body is not `application/json` in UTF-8.',
    errors.unsupportedMediaType(),
  ),
  TooManyRequests: failure(
    'TOO_MANY_REQUESTS: the sender exceeded the limit for one minute; see `RateLimit-Limit`, `-Remaining` and `-Reset`. Try again after `Retry-After` seconds.',
    errors.tooManyRequests(30),
  ),
  InternalError: failure(
    'INTERNAL_ERROR: an unexpected failure. `id` is the `X-Request-Id`, which the log of the service also holds.',
    errors.internal('6a1f0c1e-52c4-4f3b-9d0a-3b8e5f1c7d20'),
  ),
  Unavailable: failure(
    'UNAVAILABLE: the database does not answer or accepts no writes, or another write holds what this request needs (BUSY); try again later. With the code OUTCOME_UNKNOWN, the write may have been stored: read the record before you try again.',
    errors.unavailable(),
    errors.locked(),
    errors.outcomeUnknown(),
  ),
};

const STATUSES: Record<number, string> = {
  304: 'NotModified',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  412: 'PreconditionFailed',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'Unavailable',
};

/** References the shared answers of these statuses. */
export const failuresOf = (statuses: number[]): JsonObject =>
  Object.fromEntries(statuses.map((status) => [status, component('responses', STATUSES[status] ?? '')]));

/** Describes an operation's own error together with the usual ones of the same status. `meaning` begins with the error code. */
export function ownFailure(status: number, meaning: string): JsonObject {
  const message = /^[A-Z][A-Z_]+/.exec(meaning)?.[0] ?? '';
  const usual = USUAL_CAUSES.filter((cause) => cause.status === status && cause.message !== message);
  const headers: Record<string, string> = RETRYABLE.includes(status) ? { 'retry-after': '5' } : {};
  const meanings = [meaning, ...usual.map((cause) => `${cause.message}: as for all operations.`)];
  return failure(meanings.join(' '), ...usual, new ApiError(status, message, {}, headers));
}

/** Usual errors whose status an operation's own error may share. */
const USUAL_CAUSES = [errors.unauthenticated(), errors.forbidden()];

/** Statuses with a `Retry-After` header. */
const RETRYABLE = [429, 503];

/** Statuses that every operation may answer. */
export const USUAL = [401, 403, 429, 500, 503];

function examplesOf(causes: ApiError[]): JsonObject {
  return Object.fromEntries(
    causes.map((cause): [string, JsonObject] => [nameOf(cause), { value: withoutUndefined(errorBody(cause)) }]),
  );
}

/** The name of an example: errors of 503 share a code. */
function nameOf({ status, message, details }: ApiError): string {
  return (status === 503 && details.errors?.[0]?.code) || message;
}

/** Drops undefined properties. */
function withoutUndefined(body: object): JsonObject {
  return JSON.parse(JSON.stringify(body)) as JsonObject;
}

function headerOf(value: string): JsonObject {
  return { schema: { type: 'string' }, example: value };
}

function capitals(name: string): string {
  return name.replaceAll(/(^|-)\w/g, (letter) => letter.toUpperCase());
}
