import type { FieldsByResource, RuleRecord, Warning } from '../common/findings';
import type { Json, JsonObject } from '../common/json';
import { daysBetween, daysText, dayText, isAfter, isBefore, msOf } from '../common/time';
import type { House } from './house';
import { type Meanings, type Part, topOf, united, valuesAt } from './part';
import { type Caused, collectCauses } from './warning';

/** A date that belongs to a term. */
interface Dated {
  path: string;
  term: number;
  date: number;
  /** Whether it may lie before the term: people join a party long before they are elected. */
  mayBeEarlier?: boolean;
}

/** Dates lie within the term that their record or row names, and those of the sessions of a term within theirs. */
export const termDates = (meanings: Meanings): Part => ({
  judged: topOf(united([meanings.termDate, meanings.earlyTermDate, termsBeside(meanings)])),
  open: (house) => {
    const causes = collectCauses();
    return {
      judge: (seen): Warning[] => {
        for (const dated of datesIn(seen, meanings)) {
          const odd = outside(dated, house);
          if (odd) causes.add(seen, odd);
        }
        return [];
      },
      finish: causes.finish,
    };
  },
});

/** The terms of records that have such dates. */
const termsBeside = ({ term, termDate, earlyTermDate }: Meanings): FieldsByResource =>
  Object.fromEntries(Object.entries(term).filter(([resource]) => termDate[resource] ?? earlyTermDate[resource]));

function datesIn(seen: RuleRecord, meanings: Meanings): Dated[] {
  const { resource, record } = seen;
  return ([false, true] as const).flatMap((mayBeEarlier) =>
    valuesAt(record, (mayBeEarlier ? meanings.earlyTermDate : meanings.termDate)[resource]).flatMap((placed) => {
      const date = msOf(placed.value);
      const term = termOf(seen, placed.row, meanings);
      const path = `${placed.place}${placed.name}`;
      return date === null || typeof term !== 'number' ? [] : { path, term, date, mayBeEarlier };
    }),
  );
}

/** The term that a row names; a row of a term belongs to that one. */
function termOf({ resource, number }: RuleRecord, row: JsonObject, { term }: Meanings): Json {
  if (resource === 'terms') return number;
  const names = (term[resource] ?? []).map((path) => path.slice(path.lastIndexOf('.') + 1));
  return row[names.find((name) => name in row) ?? ''] ?? null;
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
