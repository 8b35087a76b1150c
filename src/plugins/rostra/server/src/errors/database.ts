import { type ApiError, errors } from './errors';

/** The fields of a PostgreSQL error that determine its meaning. */
interface DatabaseError {
  code?: unknown;
  constraint?: unknown;
  message?: unknown;
  severity?: unknown;
}

/**
 * SQLSTATEs of an unavailable database: connection lost or refused (08), out of memory, disk space or connections (53), shutting
 * down or starting (57P), I/O error (58030), read-only server (25006), statement timeout (57014).
 */
const NOT_SERVING = /^(08...|53...|57P..|58030|25006|57014)$/;

/** Error codes of the network. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
]);

/** Messages of the driver and the pools that come without a code. */
const DRIVER_MESSAGES =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Timeout acquiring a connection|not queryable/;

/** Whether another row already has the same unique value. */
export const isUniqueViolation = (error: unknown): boolean => (error as DatabaseError | null)?.code === '23505';

/** Whether PostgreSQL has ended a statement before its answer: at a time limit, or because it was told to. */
export const isCancelled = (error: unknown): boolean => (error as DatabaseError | null)?.code === '57014';

/** Deadlock, serialization failure, and the error of further statements in such a transaction. */
const SERIALIZATION_FAILURES = ['40P01', '40001', '25P02'];

const CONCURRENT_WRITE = 'another write to the same records got in the way; try again';

/** Whether PostgreSQL aborted a transaction in favour of another; it can be retried. */
export const isSerializationFailure = (error: unknown): boolean =>
  SERIALIZATION_FAILURES.includes(String((error as DatabaseError | null)?.code));

/** Whether a write waited too long for another one, or was aborted in favour of it. */
export const isWriteConflict = (error: unknown): boolean =>
  (error as DatabaseError | null)?.code === '55P03' || isSerializationFailure(error);

/**
 * Translates a database error into an answer; undefined if it is unknown. Covers unique and foreign key violations, conflicts
 * between concurrent writes, errors raised by our triggers, and an unavailable database.
 */
export function fromDatabase(error: unknown): ApiError | undefined {
  const { code, constraint, message } = (error ?? {}) as DatabaseError;
  if (typeof code === 'string') {
    if (code === '23505') {
      const name = typeof constraint === 'string' ? constraint : '';
      const path = /_index_uq$/.test(name) ? 'index' : '';
      return errors.conflict([{ path, code: 'TAKEN', message: 'another record has this value already' }]);
    }
    // Raised by our own triggers with a readable message.
    if (code === '23514' && typeof message === 'string') {
      return errors.conflict([{ path: '', code: 'INVALID_VALUE', message }]);
    }
    if (code === '23503') {
      return errors.conflict([
        { path: '', code: 'UNKNOWN_REFERENCE', message: 'a referenced record has just been deleted' },
      ]);
    }
    if (isSerializationFailure(error)) return errors.conflict([{ path: '', code: 'TAKEN', message: CONCURRENT_WRITE }]);
    if (code === '55P03') return errors.locked();
    if (UNREACHABLE.has(code) || NOT_SERVING.test(code)) return errors.unavailable();
  }
  return typeof message === 'string' && DRIVER_MESSAGES.test(message) ? errors.unavailable() : undefined;
}

/** Whether the database is unreachable, does not answer or accepts no writes. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  fromDatabase(error)?.status === 503 && !isWriteConflict(error);

/** An SQLSTATE, as opposed to a network error code. */
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Whether PostgreSQL itself reported the error, as opposed to the driver or the network. */
export const isSqlState = (error: unknown): boolean => {
  const code = (error as DatabaseError | null)?.code;
  return typeof code === 'string' && SQLSTATE.test(code) && code !== 'EPIPE';
};

/** Classes of errors with which a server may end the connection; independent of the language of the severity. */
const CONNECTION_ENDING = /^(08|53|57P|58|XX)/;

/**
 * Whether an error proves that PostgreSQL did not commit. One that ends the connection (FATAL, PANIC) proves nothing: the server
 * may have committed and been waiting for its standby or its log.
 */
export function isDefiniteRollback(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as DatabaseError;
  if (typeof code !== 'string' || !isSqlState(error)) return false;
  if (severity === 'FATAL' || severity === 'PANIC') return false;
  return severity === 'ERROR' || !CONNECTION_ENDING.test(code);
}
