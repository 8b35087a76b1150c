import createError from 'http-errors';

/** Why a request is refused; the page has a text for each code. */
export type RefusalCode =
  | 'NOT_ALLOWED'
  | 'NO_SUCH_JOB'
  | 'WRONG_STATE'
  | 'TOO_LARGE'
  | 'TOO_MANY_FILES'
  | 'TOO_MANY_JOBS'
  | 'NOT_RECEIVED'
  | 'WRONG_PLACE'
  | 'NO_SPACE'
  | 'INVALID';

const STATUS: Record<RefusalCode, number> = {
  NOT_ALLOWED: 403,
  NO_SUCH_JOB: 404,
  WRONG_STATE: 409,
  NOT_RECEIVED: 409,
  WRONG_PLACE: 409,
  TOO_LARGE: 413,
  TOO_MANY_FILES: 413,
  TOO_MANY_JOBS: 429,
  NO_SPACE: 507,
  INVALID: 400,
};

/** Creates the HTTP error of a refused request; `details` fill the placeholders of the page's text. */
export const refusal = (code: RefusalCode, message: string, details: Record<string, unknown> = {}): Error =>
  createError(STATUS[code], message, { expose: true, details: { code, ...details } });
