import type { Fields, Opened, Rules, Seen } from '../common/findings';
import { BILL_INDEXES, withBillIndexes } from './bill-indexes';
import { billVersions, slugs, votes } from './duplicates';
import { HOUSE_FIELDS, openHouse } from './house';
import { knownTerms } from './known-terms';
import { links } from './links';
import { namesakes } from './namesakes';
import type { Part } from './part';
import { scores } from './scores';
import { sessionDates } from './session-dates';
import { sessionRows } from './session-rows';
import { termDates } from './term-dates';
import { voteSums } from './vote-sums';
import { voters } from './voters';

const PARTS: Part[] = [
  knownTerms,
  termDates,
  sessionRows,
  sessionDates,
  voters,
  voteSums,
  votes,
  billVersions,
  slugs,
  links,
  scores,
  namesakes,
];

/** The domain's rules: what is odd about records that are right in themselves. */
export const rules: Rules = {
  context: HOUSE_FIELDS,
  judged: union([...PARTS.map(({ judged }) => judged), BILL_INDEXES]),
  compared: union([...PARTS.map(({ compared }) => compared ?? {}), BILL_INDEXES]),
  open: (): Opened => {
    const house = openHouse();
    const opened = PARTS.map(({ judged, compared, open }) => ({ judged, compared, at: open(house) }));
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

const concerns = (fields: Fields | undefined, { resource }: Seen): boolean => fields?.[resource] !== undefined;

/** All the fields that any of them names, by resource. */
function union(all: Fields[]): Fields {
  const names = [...new Set(all.flatMap((fields) => Object.keys(fields)))];
  return Object.fromEntries(
    names.map((name) => [name, [...new Set(all.flatMap((fields) => fields[name] ?? []))]] as const),
  );
}
