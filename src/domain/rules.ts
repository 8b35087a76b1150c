import type { Fields, Opened, Rules, Seen } from '../common/findings';
import { BILL_INDEXES, withBillIndexes } from './bill-indexes';
import { billVersions, slugs, votes } from './duplicates';
import { HOUSE_FIELDS, openHouse } from './house';
import { knownTerms } from './known-terms';
import { links } from './links';
import { namesakes } from './namesakes';
import { type Meanings, mergeFields, type RecordCheck } from './record-check';
import { scores } from './scores';
import { sessionDates } from './session-dates';
import { sessionRows } from './session-rows';
import { termDates } from './term-dates';
import { voteSums } from './vote-sums';
import { voters } from './voters';

const checksOf = (meanings: Meanings): RecordCheck[] => [
  knownTerms(meanings),
  termDates(meanings),
  sessionRows,
  sessionDates,
  voters,
  voteSums,
  votes,
  billVersions,
  slugs(meanings),
  links(meanings),
  scores,
  namesakes,
];

/** The domain's rules: they find what is suspicious in valid records. */
export function rulesOf(meanings: Meanings): Rules {
  const checks = checksOf(meanings);
  return {
    context: HOUSE_FIELDS,
    judged: mergeFields([...checks.map(({ judged }) => judged), BILL_INDEXES]),
    compared: mergeFields([...checks.map(({ compared }) => compared ?? {}), BILL_INDEXES]),
    open: (): Opened => {
      const house = openHouse();
      const opened = checks.map(({ judged, compared, open }) => ({ judged, compared, check: open(house) }));
      return {
        see: house.see,
        compare: (input) => {
          const seen = withBillIndexes(input);
          for (const { compared, check } of opened) if (concerns(compared, seen)) check.compare?.(seen);
        },
        judge: (input) => {
          const seen = withBillIndexes(input);
          return opened.flatMap(({ judged, check }) => (concerns(judged, seen) ? (check.judge?.(seen) ?? []) : []));
        },
        finish: () => opened.flatMap(({ check }) => check.finish?.() ?? []),
      };
    },
  };
}

const concerns = (fields: Fields | undefined, { resource }: Seen): boolean => fields?.[resource] !== undefined;
