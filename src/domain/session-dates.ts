import type { RuleRecord } from '../common/findings';
import { daysBetween, daysText, dayText, isAfter, isBefore, msOf } from '../common/time';
import type { House } from './house';
import { causeCheck } from './record-check';
import { earliestFor, matchingSessions, type Session, sessionText } from './term';
import type { CausedFinding } from './warning';

const FIELDS = ['date', 'term_index', 'session_index', 'temp_session_index'];

/**
 * Checks that a vote lies within its session, and a bill neither after its session nor before the previous one: bills
 * are often submitted in the recess before, or late in the previous session.
 */
export const sessionDates = causeCheck({ rs_bills: FIELDS, rs_votes: FIELDS }, (seen, house) =>
  [outside(seen, house) ?? []].flat(),
);

function outside({ resource, record }: RuleRecord, house: House): CausedFinding | undefined {
  const [date, session] = [msOf(record.date), record.session_index];
  const temp = typeof record.temp_session_index === 'number' ? record.temp_session_index : null;
  const term = typeof record.term_index === 'number' ? house.term(record.term_index) : undefined;
  if (date === null || typeof session !== 'number' || !term) return undefined;
  const named = matchingSessions(term, session, temp);
  if (named.length === 0 || named.some((each) => isWithin(date, each))) return undefined;
  const end = Math.max(...named.map((each) => each.end));
  const start = Math.min(...named.map((each) => each.start));
  const isLate = isAfter(date, end);
  if (resource === 'rs_bills' && !isLate && !isBefore(date, earliestFor(term, session) ?? date)) return undefined;
  const distance = daysBetween(date, isLate ? end : start);
  const name = sessionText(term.index, session, temp);
  return {
    code: 'DATE_OUTSIDE_SESSION',
    path: 'date',
    cause: `${term.index} ${session} ${temp} ${isLate}`,
    distance,
    fact: isLate
      ? `${dayText(date)} lies ${daysText(distance)} after ${name} ends (${dayText(end)})`
      : `${dayText(date)} lies ${daysText(distance)} before ${name} begins (${dayText(start)})`,
    advice: 'correct the date, the index of the session, or the dates of the session in its term',
  };
}

const isWithin = (date: number, { start, end }: Session): boolean => !isBefore(date, start) && !isAfter(date, end);
