/** A fault in the input: its path, a code, and a message for people. */
export interface Fault {
  path: string;
  code: FaultCode;
  message: string;
}

export type FaultCode =
  | 'REQUIRED'
  | 'INVALID_TYPE'
  | 'INVALID_VALUE'
  | 'OUT_OF_RANGE'
  | 'UNKNOWN_REFERENCE'
  | 'AMBIGUOUS'
  | 'UNKNOWN_PARAMETER'
  | 'DUPLICATE'
  | 'MISMATCH'
  | 'TAKEN'
  | 'TOO_MANY'
  | 'CHANGED_SINCE'
  | 'BUSY'
  | 'OUTCOME_UNKNOWN';

/** A record that refers to another one. */
export interface Referrer {
  resource: string;
  id: number;
  field: string;
}

/** An error with its HTTP answer: status, code (`message`), details and headers. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly details: { errors?: Fault[]; references?: Referrer[]; referenceCount?: number; id?: string } = {},
    readonly headers: Record<string, string> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ApiError';
  }
}

const OUTCOME_UNKNOWN: Fault = {
  path: '',
  code: 'OUTCOME_UNKNOWN',
  message:
    'The connection to the database was lost during the commit, so the write may or may not have been stored. Read the record before you try again.',
};

const LOCKED: Fault = {
  path: '',
  code: 'BUSY',
  message: 'Another write holds what this request needs: perhaps a large import, delete or restore. Try again.',
};

/** Whether the write that failed may nevertheless have been stored. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError && error.details.errors?.[0]?.code === 'OUTCOME_UNKNOWN';

/** All errors that an endpoint can answer (conventions 4.3). */
export const errors = {
  malformedBody: (message: string) =>
    new ApiError(400, 'INVALID_INPUT', { errors: [{ path: '', code: 'INVALID_TYPE', message }] }),
  invalidInput: (faults: Fault[]) => new ApiError(400, 'INVALID_INPUT', { errors: faults }),
  unauthenticated: () => new ApiError(401, 'UNAUTHENTICATED', {}, { 'www-authenticate': 'Bearer' }),
  verificationFailed: () => new ApiError(401, 'EMAIL_VERIFY_FAILED'),
  forbidden: () => new ApiError(403, 'FORBIDDEN'),
  passwordChangeRequired: () => new ApiError(403, 'PASSWORD_CHANGE_REQUIRED'),
  notFound: () => new ApiError(404, 'NOT_FOUND'),
  methodNotAllowed: (methods: string[]) => new ApiError(405, 'METHOD_NOT_ALLOWED', {}, { allow: methods.join(', ') }),
  conflict: (faults?: Fault[]) => new ApiError(409, 'CONFLICT', { errors: faults }),
  inUse: (references: Referrer[], referenceCount: number) =>
    new ApiError(409, 'IN_USE', { references, referenceCount }),
  preconditionFailed: () => new ApiError(412, 'PRECONDITION_FAILED'),
  payloadTooLarge: () => new ApiError(413, 'PAYLOAD_TOO_LARGE'),
  uriTooLong: () => new ApiError(414, 'URI_TOO_LONG'),
  unsupportedMediaType: () => new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', {}, { 'accept-post': 'application/json' }),
  tooManyRequests: (seconds: number) => new ApiError(429, 'TOO_MANY_REQUESTS', {}, { 'retry-after': String(seconds) }),
  requestTimeout: () => new ApiError(408, 'REQUEST_TIMEOUT'),
  headersTooLarge: () => new ApiError(431, 'HEADERS_TOO_LARGE'),
  internal: (id: string) => new ApiError(500, 'INTERNAL_ERROR', { id }),
  /** Without `Retry-After`: the write may have been stored, so clients must not just repeat it. */
  outcomeUnknown: (cause?: unknown) => new ApiError(503, 'UNAVAILABLE', { errors: [OUTCOME_UNKNOWN] }, {}, { cause }),
  /** After a lock was waited for in vain. */
  locked: () => new ApiError(503, 'UNAVAILABLE', { errors: [LOCKED] }, { 'retry-after': '5' }),
  unavailable: (seconds = 5) => new ApiError(503, 'UNAVAILABLE', {}, { 'retry-after': String(seconds) }),
};

/** The body of an error answer on our own paths (conventions 4.3). */
export const errorBody = ({ status, message, details }: ApiError) => ({ statusCode: status, message, ...details });

/** The body of an error answer in Strapi's shape, which the panel reads. */
export const strapiErrorBody = (status: number, name: string, message: string, details: object = {}) => ({
  data: null,
  error: { status, name, message, details },
});

/** A faulty declaration, found at start. The message names the declaration and the fault. */
export class DeclarationError extends Error {
  override readonly name = 'DeclarationError';
}
