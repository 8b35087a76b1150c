import type { JsonObject } from '../../../../../common/json';
import { bodyOf } from '../errors/body';
import { AnsweredError, errors, isOutcomeUnknown } from '../errors/errors';
import { component } from './components';

/** The answer to errors of one status: what it means, and how each of them looks. */
export function failure(description: string, ...causes: AnsweredError[]): JsonObject {
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

/** The answers to errors that many operations give, by their names. */
export const sharedFailures: Record<string, JsonObject> = {
  NotModified: { description: 'Nothing has changed since the answer with this entity tag; no body.' },
  InvalidQuery: failure(
    'INVALID_INPUT: every fault of the query, at once.',
    errors.invalidInput([
      { path: 'colour', code: 'UNKNOWN_PARAMETER', message: 'is unknown; known: full' },
      { path: 'full', code: 'DUPLICATE', message: 'is given more than once' },
    ]),
  ),
  InvalidBody: failure(
    'INVALID_INPUT: a body that is no JSON in UTF-8.',
    errors.malformedBody('the body is no JSON: Unexpected end of JSON input'),
  ),
  Unauthenticated: failure('UNAUTHENTICATED: no credential, or none that is valid.', errors.unauthenticated()),
  Forbidden: failure('FORBIDDEN: the role may not do this.', errors.forbidden()),
  NotFound: failure('NOT_FOUND: there is no such record.', errors.notFound()),
  PreconditionFailed: failure('PRECONDITION_FAILED: the record has changed.', errors.preconditionFailed()),
  PayloadTooLarge: failure('PAYLOAD_TOO_LARGE: the body is larger than the service takes.', errors.payloadTooLarge()),
  UnsupportedMediaType: failure(
    'UNSUPPORTED_MEDIA_TYPE: the body is not `application/json` in UTF-8.',
    errors.unsupportedMediaType(),
  ),
  TooManyRequests: failure(
    'TOO_MANY_REQUESTS: the sender has sent too many in this minute; `RateLimit-Limit`, `-Remaining` and `-Reset` tell.',
    errors.tooManyRequests(30),
  ),
  InternalError: failure(
    'INTERNAL_ERROR: the `id` is the `X-Request-Id` and stands in the log, too.',
    errors.internal('6a1f0c1e-52c4-4f3b-9d0a-3b8e5f1c7d20'),
  ),
  Unavailable: failure(
    'UNAVAILABLE: the database does not answer, or takes no writes; try again later. OUTCOME_UNKNOWN: a write may have been stored.',
    errors.unavailable(),
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

/** The answers of these statuses. */
export const failuresOf = (statuses: number[]): JsonObject =>
  Object.fromEntries(statuses.map((status) => [status, component('responses', STATUSES[status] ?? '')]));

/** An error of an operation's own, and the usual one of this status; what it means begins with the answer's constant. */
export function ownFailure(status: number, meaning: string): JsonObject {
  const message = /^[A-Z][A-Z_]+/.exec(meaning)?.[0] ?? '';
  const usual = USUAL_CAUSES.filter((cause) => cause.status === status && cause.message !== message);
  const headers: Record<string, string> = LATER.includes(status) ? { 'retry-after': '5' } : {};
  const meanings = [meaning, ...usual.map((cause) => `${cause.message}: as everywhere.`)];
  return failure(meanings.join(' '), ...usual, new AnsweredError(status, message, {}, headers));
}

/** Errors that an operation may answer beside its own of the same status. */
const USUAL_CAUSES = [errors.unauthenticated(), errors.forbidden()];

/** Statuses that say when to try again. */
const LATER = [429, 503];

/** What every operation may answer. */
export const USUAL = [401, 403, 429, 500, 503];

function examplesOf(causes: AnsweredError[]): JsonObject {
  return Object.fromEntries(
    causes.map((cause): [string, JsonObject] => [nameOf(cause), { value: plain(bodyOf(cause)) }]),
  );
}

/** Two errors of a status may have the same constant. */
function nameOf(cause: AnsweredError): string {
  return isOutcomeUnknown(cause) ? 'OUTCOME_UNKNOWN' : cause.message;
}

/** Without what is undefined. */
function plain(body: object): JsonObject {
  return JSON.parse(JSON.stringify(body)) as JsonObject;
}

function headerOf(value: string): JsonObject {
  return { schema: { type: 'string' }, example: value };
}

function capitals(name: string): string {
  return name.replaceAll(/(^|-)\w/g, (letter) => letter.toUpperCase());
}
