import { type AnsweredError, errors } from './errors';

/** The fields of a PostgreSQL error that decide what it means. */
interface DatabaseError {
  code?: unknown;
  constraint?: unknown;
  message?: unknown;
  severity?: unknown;
}

/**
 * SQLSTATEs of a database that does not serve now: connections that are lost or refused (08), no room for more memory, disk
 * or connections (53), shutting down or coming up (57P), input and output that fails (58030), a server that only reads
 * (25006), a statement that took too long (57014).
 */
const NOT_SERVING = /^(08...|53...|57P..|58030|25006|57014)$/;

/** Codes of the network. */
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

/** What the driver and the pools say, without a code. */
const SAYINGS =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Timeout acquiring a connection|not queryable/;

/** Whether a row came first that has the same value. */
export const isUniqueViolation = (error: unknown): boolean => (error as DatabaseError | null)?.code === '23505';

/** Deadlock, serialization failure, and what a statement beside the one that met it is told. */
const IN_THE_WAY = ['40P01', '40001', '25P02'];

const IN_EACH_OTHERS_WAY = 'somebody else was writing the same records; try again';

/** Whether PostgreSQL has ended a transaction in favour of another one; it can be tried again. */
export const isEndedForAnother = (error: unknown): boolean =>
  IN_THE_WAY.includes(String((error as DatabaseError | null)?.code));

/** Whether a write has waited too long for another one, or has been ended for it. */
export const isInTheWay = (error: unknown): boolean =>
  (error as DatabaseError | null)?.code === '55P03' || isEndedForAnother(error);

/**
 * Turns an error of the database into the answer it deserves; undefined when it is none that is known.
 * A row that came first (unique), a record that went away meanwhile (foreign key), two writers in each other's way.
 */
export function fromDatabase(error: unknown): AnsweredError | undefined {
  const { code, constraint, message } = (error ?? {}) as DatabaseError;
  if (typeof code === 'string') {
    if (code === '23505') {
      const name = typeof constraint === 'string' ? constraint : '';
      const path = /_index_uq$/.test(name) ? 'index' : '';
      return errors.conflict([{ path, code: 'TAKEN', message: 'another record has this value already' }]);
    }
    // Raised by our own triggers, with a sentence for people.
    if (code === '23514' && typeof message === 'string') {
      return errors.conflict([{ path: '', code: 'INVALID_VALUE', message }]);
    }
    if (code === '23503') {
      return errors.conflict([
        { path: '', code: 'UNKNOWN_REFERENCE', message: 'a record that this one names was deleted meanwhile' },
      ]);
    }
    if (isEndedForAnother(error)) return errors.conflict([{ path: '', code: 'TAKEN', message: IN_EACH_OTHERS_WAY }]);
    if (code === '55P03') return errors.unavailable();
    if (UNREACHABLE.has(code) || NOT_SERVING.test(code)) return errors.unavailable();
  }
  return typeof message === 'string' && SAYINGS.test(message) ? errors.unavailable() : undefined;
}

/** Whether the database does not serve now: it is away, does not answer, or takes no writes. */
export const isDatabaseAway = (error: unknown): boolean => fromDatabase(error)?.status === 503 && !isInTheWay(error);

/** An SQLSTATE, as opposed to a code of the network. */
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Classes of errors with which a server may end a connection, whatever language it tells their severity in. */
const MAY_END = /^(08|53|57P|58|XX)/;

/**
 * Whether PostgreSQL has said that it did not commit. It has not where it ended the connection (FATAL, PANIC): one that
 * waits for its standby, or writes its log, may have committed before.
 */
export function isRefusedForCertain(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as DatabaseError;
  if (typeof code !== 'string' || !SQLSTATE.test(code) || code === 'EPIPE') return false;
  if (severity === 'FATAL' || severity === 'PANIC') return false;
  return severity === 'ERROR' || !MAY_END.test(code);
}
