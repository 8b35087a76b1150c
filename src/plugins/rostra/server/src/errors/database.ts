import { type AnsweredError, errors } from './errors';

/** The fields of a PostgreSQL error that decide what it means. */
interface DatabaseError {
  code?: unknown;
  constraint?: unknown;
  message?: unknown;
}

/** Codes of lost or refused connections: the service is up, its database is not. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

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
    if (UNREACHABLE.has(code) || code.startsWith('08')) return errors.unavailable();
  }
  if (
    typeof message === 'string' &&
    /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Timeout acquiring a connection/.test(
      message,
    )
  ) {
    return errors.unavailable();
  }
  return undefined;
}
