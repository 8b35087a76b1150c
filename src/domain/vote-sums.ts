import type { Origin, RuleRecord, Warning } from '../common/findings';
import { entryOf } from '../common/maps';
import { dayText, msOf } from '../common/time';
import type { House } from './house';
import type { Part } from './part';
import { isHeld } from './seats';
import { LISTS, membersIn, VOTE_FIELDS } from './voters';
import { type Caused, collectCauses, originOf, warning } from './warning';

/**
 * The lists of a vote add up to the seats filled on its day, and to those of the other votes of the day. Voters without a
 * seat are not counted: they are told by name. Lists without any absence are not missed in: not every parliament tells
 * who was away.
 */
export const voteSums: Part = {
  judged: { rs_votes: VOTE_FIELDS },
  open: (house) => {
    const causes = collectCauses();
    const days = new Map<string, OfDay[]>();
    return {
      judge: (vote): Warning[] => {
        const counted = count(vote, house);
        if (!counted) return [];
        const odd = oddSum(counted, house);
        if (odd) causes.add(vote, odd);
        else if (counted.isWhole) {
          const { term, date, listed } = counted;
          entryOf(days, `${term} ${dayText(date)}`, () => []).push({ origin: originOf(vote), date, listed });
        }
        return [];
      },
      finish: () => [...causes.finish(), ...[...days.values()].flatMap(oddOnes)],
    };
  },
};

/** A vote of which it is known how many members with a seat its lists have. */
interface Counted {
  term: number;
  date: number;
  listed: number;
  /** Whether members who were away are listed, too. */
  isWhole: boolean;
  missing: number[];
}

/** What is kept of a vote to compare it with the others of its day. */
interface OfDay {
  origin: Origin;
  date: number;
  listed: number;
}

function count({ record }: RuleRecord, house: House): Counted | undefined {
  const [date, term] = [msOf(record.date), record.term_index];
  if (date === null || typeof term !== 'number') return undefined;
  const seats = house.seats(term);
  const all = new Set(LISTS.flatMap((list) => membersIn(record, list)));
  const listed = [...all].filter((rep) => seats.of(rep).some((seat) => isHeld(seat, date))).length;
  if (listed === 0) return undefined;
  const isWhole = membersIn(record, 'absence').length > 0;
  const missing = isWhole ? (seats.holders(date) ?? []).filter((rep) => !all.has(rep)) : [];
  return { term, date, listed, isWhole, missing };
}

function oddSum({ term, date, listed, isWhole, missing }: Counted, house: House): Caused | undefined {
  const { most, least } = house.seats(term).filled(date);
  if (listed <= most && (!isWhole || listed >= least)) return undefined;
  const names = missing.slice(0, 3).map((rep) => house.repText(rep));
  const more = missing.length > names.length ? ' and others' : '';
  return {
    code: 'VOTE_SEATS_MISMATCH',
    path: '',
    cause: `${term} ${listed} ${most}`,
    fact: `${listed} members are listed of ${most} who had a seat in term ${term} on ${dayText(date)}${names.length > 0 ? ` (not ${names.join(', ')}${more})` : ''}`,
    advice:
      listed > most
        ? 'look for members of one district who cannot both have sat, and add the day that one of them left to their terms'
        : 'add who is missing to a list (absence for who was away), or the day they left to their terms',
  };
}

/** Of the votes of one day, those that list another number of members than most do. */
function oddOnes(votes: OfDay[]): Warning[] {
  const numbers = new Map<number, number>();
  for (const { listed } of votes) numbers.set(listed, (numbers.get(listed) ?? 0) + 1);
  const [usual] = [...numbers].sort(([a, times], [b, others]) => others - times || b - a)[0] ?? [0];
  return votes
    .filter(({ listed }) => listed !== usual)
    .map(({ origin, date, listed }) =>
      warning(origin, {
        code: 'VOTE_SEATS_MISMATCH',
        path: '',
        fact: `${listed} members are listed, but ${usual} in other votes of ${dayText(date)}`,
        advice: 'look for a member who is missing, or in a list too many',
      }),
    );
}
