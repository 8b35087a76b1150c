import type { FieldsByResource, RuleRecord } from '../common/findings';
import type { Json, JsonObject } from '../common/json';
import { daysBetween, daysText, dayText, isAfter, isBefore, msOf } from '../common/time';
import type { House } from './house';
import { causeCheck, type Meanings, mergeFields, type RecordCheck, topLevelFields, valuesAt } from './record-check';
import type { CausedFinding } from './warning';

/** A date that belongs to a term. */
interface TermDate {
  path: string;
  term: number;
  date: number;
  /** Whether it may precede the term: people join a party long before they are elected. */
  mayBeEarlier?: boolean;
}

/** Checks that dates lie within the term of their record or row, and session dates within the term itself. */
export const termDates = (meanings: Meanings): RecordCheck =>
  causeCheck(
    topLevelFields(mergeFields([meanings.termDate, meanings.earlyTermDate, termFields(meanings)])),
    (seen, house) => datesIn(seen, meanings).flatMap((dated) => outside(dated, house) ?? []),
  );

/** The term fields of resources that have such dates. */
const termFields = ({ term, termDate, earlyTermDate }: Meanings): FieldsByResource =>
  Object.fromEntries(Object.entries(term).filter(([resource]) => termDate[resource] ?? earlyTermDate[resource]));

function datesIn(seen: RuleRecord, meanings: Meanings): TermDate[] {
  const { resource, record } = seen;
  return ([false, true] as const).flatMap((mayBeEarlier) =>
    valuesAt(record, (mayBeEarlier ? meanings.earlyTermDate : meanings.termDate)[resource]).flatMap((field) => {
      const date = msOf(field.value);
      const term = termOf(seen, field.row, meanings);
      const path = `${field.place}${field.name}`;
      return date === null || typeof term !== 'number' ? [] : { path, term, date, mayBeEarlier };
    }),
  );
}

/** The term that a row refers to; rows of a term belong to that term. */
function termOf({ resource, number }: RuleRecord, row: JsonObject, { term }: Meanings): Json {
  if (resource === 'terms') return number;
  const names = (term[resource] ?? []).map((path) => path.slice(path.lastIndexOf('.') + 1));
  return row[names.find((name) => name in row) ?? ''] ?? null;
}

function outside({ path, term: index, date, mayBeEarlier }: TermDate, house: House): CausedFinding | undefined {
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
