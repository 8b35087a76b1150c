import type { Seen, Warning } from '../common/findings';
import { rowsIn } from '../common/json';
import { daysBetween, daysText, dayText, isAfter, isBefore, msOf } from '../common/time';
import type { House } from './house';
import type { Part } from './part';
import { type Caused, collectCauses } from './warning';

/** A date that belongs to a term. */
interface Dated {
  path: string;
  term: number;
  date: number;
  /** Whether it may lie before the term: people join a party long before they are elected. */
  mayBeEarlier?: boolean;
}

/** Dates lie within the term that their record names, and sessions within theirs. */
export const termDates: Part = {
  judged: {
    rs_bills: ['term_index', 'date'],
    rs_votes: ['term_index', 'date'],
    bill_data_sets: ['term_index', 'start_date', 'end_date'],
    statement_data_sets: ['term_index', 'start_date', 'end_date'],
    reps: ['terms', 'parties'],
    terms: ['sessions'],
  },
  open: (house) => {
    const causes = collectCauses();
    return {
      judge: (seen): Warning[] => {
        for (const dated of datesIn(seen)) {
          const odd = outside(dated, house);
          if (odd) causes.add(seen, odd);
        }
        return [];
      },
      finish: causes.finish,
    };
  },
};

function datesIn({ resource, number, record }: Seen): Dated[] {
  if (resource === 'terms') return rowDates(record, 'sessions', ['start_date', 'end_date'], { term: number });
  if (resource === 'reps') {
    const seats = rowDates(record, 'terms', ['change_date'], {});
    return [...seats, ...rowDates(record, 'parties', ['start_date'], { mayBeEarlier: true })];
  }
  return ['date', 'start_date', 'end_date'].flatMap((path) => datedAt(path, record.term_index, record[path]));
}

const rowDates = (
  record: Seen['record'],
  name: string,
  fields: string[],
  { term, mayBeEarlier = false }: { term?: number; mayBeEarlier?: boolean },
): Dated[] =>
  rowsIn(record, name).flatMap((row, index) =>
    fields.flatMap((field) =>
      datedAt(`${name}[${index}].${field}`, term ?? row.term_index, row[field]).map((dated) => ({
        ...dated,
        mayBeEarlier,
      })),
    ),
  );

function datedAt(
  path: string,
  term: Seen['record'][string] | undefined,
  value: Seen['record'][string] | undefined,
): Dated[] {
  const date = msOf(value);
  return date === null || typeof term !== 'number' ? [] : [{ path, term, date }];
}

function outside({ path, term: index, date, mayBeEarlier }: Dated, house: House): Caused | undefined {
  const term = house.term(index);
  if (!term) return undefined;
  const isEarly = !mayBeEarlier && isBefore(date, term.start);
  if (!isEarly && !isAfter(date, term.end)) return undefined;
  const distance = daysBetween(date, isEarly ? term.start : term.end);
  return {
    code: 'DATE_OUTSIDE_TERM',
    path,
    cause: `${index} ${isEarly} ${path.replaceAll(/\d+/g, '')}`,
    distance,
    fact: isEarly
      ? `${dayText(date)} lies ${daysText(distance)} before term ${index} begins (${dayText(term.start)})`
      : `${dayText(date)} lies ${daysText(distance)} after term ${index} ends (${dayText(term.end)})`,
    advice: 'correct the date, the index of the term, or the dates of the term',
  };
}
