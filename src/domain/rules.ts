import type { FieldsByResource, RuleRecord, RuleRun, Rules } from '../common/findings';
import { BILL_INDEXES, withBillIndexes } from './bill-indexes';
import { billVersions, slugs, votes } from './duplicates';
import { HOUSE_FIELDS, openHouse } from './house';
import { knownTerms } from './known-terms';
import { links } from './links';
import { namesakes } from './namesakes';
import { type Meanings, type Part, united } from './part';
import { scores } from './scores';
import { sessionDates } from './session-dates';
import { sessionRows } from './session-rows';
import { termDates } from './term-dates';
import { voteSums } from './vote-sums';
import { voters } from './voters';

const partsOf = (meanings: Meanings): Part[] => [
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

/** The domain's rules: what is odd about records that are right in themselves. */
export function rulesOf(meanings: Meanings): Rules {
  const parts = partsOf(meanings);
  return {
    context: HOUSE_FIELDS,
    judged: united([...parts.map(({ judged }) => judged), BILL_INDEXES]),
    compared: united([...parts.map(({ compared }) => compared ?? {}), BILL_INDEXES]),
    open: (): RuleRun => {
      const house = openHouse();
      const opened = parts.map(({ judged, compared, open }) => ({ judged, compared, at: open(house) }));
      return {
        see: house.see,
        compare: (given) => {
          const seen = withBillIndexes(given);
          for (const { compared, at } of opened) if (concerns(compared, seen)) at.compare?.(seen);
        },
        judge: (given) => {
          const seen = withBillIndexes(given);
          return opened.flatMap(({ judged, at }) => (concerns(judged, seen) ? (at.judge?.(seen) ?? []) : []));
        },
        finish: () => opened.flatMap(({ at }) => at.finish?.() ?? []),
      };
    },
  };
}

const concerns = (fields: FieldsByResource | undefined, { resource }: RuleRecord): boolean =>
  fields?.[resource] !== undefined;
