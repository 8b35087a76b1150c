import { type JsonObject, rowsIn } from '../common/json';
import { msOf } from '../common/time';

/**
 * A session of a term, ordinary (`temp` 0) or extraordinary. Times in epoch milliseconds; `end` is the start of the
 * last day.
 */
export interface Session {
  index: number;
  temp: number;
  start: number;
  end: number;
}

/** A term, with times like those of its sessions. */
export interface Term {
  index: number;
  start: number;
  end: number;
  sessions: Session[];
}

/** Reads a term's record; undefined if its dates are missing. */
export function termOf(index: number, record: JsonObject): Term | undefined {
  const [start, end] = [msOf(record.start_date), msOf(record.end_date)];
  if (start === null || end === null) return undefined;
  const sessions = rowsIn(record, 'sessions').flatMap((row) => {
    const [from, to] = [msOf(row.start_date), msOf(row.end_date)];
    if (from === null || to === null) return [];
    return { index: row.session_index as number, temp: row.temp_session_index as number, start: from, end: to };
  });
  return { index, start, end, sessions };
}

/**
 * The sessions of a term with these indexes; if `temp` is null, the ordinary session and all its extraordinary ones.
 */
export const matchingSessions = (term: Term, session: number, temp: number | null): Session[] =>
  term.sessions.filter(({ index, temp: own }) => index === session && (temp === null || own === temp));

/** Formats a session: `session 3 of term 8`, `extraordinary session 2 of session 3 of term 8`. */
export const sessionText = (term: number, session: number, temp: number | null): string =>
  `${temp ? `extraordinary session ${temp} of ` : ''}session ${session} of term ${term}`;

/**
 * The earliest day on which a bill of a session may have been submitted: the start of the previous session, since
 * bills that miss one agenda wait for the next. Null for the first session of a term.
 */
export function earliestFor(term: Term, session: number): number | null {
  const before = Math.max(...term.sessions.map(({ index }) => index).filter((index) => index < session));
  if (!Number.isFinite(before)) return null;
  return Math.min(...matchingSessions(term, before, null).map(({ start }) => start));
}
