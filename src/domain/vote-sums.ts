import type { Origin, Seen, Warning } from '../common/findings';
import { entryOf } from '../common/maps';
import { dayText, msOf } from '../common/time';
import type { House } from './house';
import type { RecordCheck } from './record-check';
import { isHeld } from './seats';
import { LISTS, membersIn, VOTE_FIELDS } from './voters';
import { type CausedFinding, collectCauses, originOf, warning } from './warning';

/**
 * Checks that the lists of a vote add up to the seats filled on its day, and to those of the day's other votes. Voters
 * without a seat are not counted; another check names them. A vote without an absence list is not checked for missing
 * members: not every parliament records absences.
 */
export const voteSums: RecordCheck = {
  judged: { rs_votes: VOTE_FIELDS },
  open: (house) => {
    const causes = collectCauses();
    const days = new Map<string, DayEntry[]>();
    return {
      judge: (vote): Warning[] => {
        const counted = count(vote, house);
        if (!counted) return [];
        const finding = checkSum(counted, house);
        if (finding) causes.add(vote, finding);
        else if (counted.isWhole) {
          const { term, date, listed } = counted;
          entryOf(days, `${term} ${dayText(date)}`, () => []).push({ origin: originOf(vote), date, listed });
        }
        return [];
      },
      finish: () => [...causes.finish(), ...[...days.values()].flatMap(findOutliers)],
    };
  },
};

/** A vote with the number of listed members who hold a seat. */
interface VoteCount {
  term: number;
  date: number;
  listed: number;
  /** Whether the vote also lists absent members. */
  isWhole: boolean;
  missing: number[];
}

/** What comparing the votes of one day needs. */
interface DayEntry {
  origin: Origin;
  date: number;
  listed: number;
}

function count({ record }: Seen, house: House): VoteCount | undefined {
  const [date, term] = [msOf(record.date), record.term_index];
  if (date === null || typeof term !== 'number') return undefined;
  const seats = house.seats(term);
  const all = new Set(LISTS.flatMap((list) => membersIn(record, list)));
  const listed = [...all].filter((rep) => seats.forRep(rep).some((seat) => isHeld(seat, date))).length;
  if (listed === 0) return undefined;
  const isWhole = membersIn(record, 'absence').length > 0;
  const missing = isWhole ? (seats.holders(date) ?? []).filter((rep) => !all.has(rep)) : [];
  return { term, date, listed, isWhole, missing };
}

function checkSum({ term, date, listed, isWhole, missing }: VoteCount, house: House): CausedFinding | undefined {
  const { most, least } = house.seats(term).filled(date);
  if (listed <= most && (!isWhole || listed >= least)) return undefined;
  const names = missing.slice(0, 3).map((rep) => house.repText(rep));
  const more = missing.length > names.length ? ' and others' : '';
  return {
    code: 'VOTE_SEATS_MISMATCH',
    path: '',
    cause: `${term} ${listed} ${most}`,
    fact: `${listed} members are listed, but ${most} held a seat in term ${term} on ${dayText(date)}${names.length > 0 ? ` (missing: ${names.join(', ')}${more})` : ''}`,
    advice:
      listed > most
        ? 'look for members of one district who cannot both have sat, and enter the day on which one of them left'
        : 'add the missing members to a list (absence if they were away), or enter the day on which they left',
  };
}

/** Finds the votes of one day that list another number of members than most do. */
function findOutliers(votes: DayEntry[]): Warning[] {
  const numbers = new Map<number, number>();
  for (const { listed } of votes) numbers.set(listed, (numbers.get(listed) ?? 0) + 1);
  const [usual] = [...numbers].sort(([a, times], [b, others]) => others - times || b - a)[0] ?? [0];
  return votes
    .filter(({ listed }) => listed !== usual)
    .map(({ origin, date, listed }) =>
      warning(origin, {
        code: 'VOTE_SEATS_MISMATCH',
        path: '',
        fact: `${listed} members are listed, but ${usual} in the other votes of ${dayText(date)}`,
        advice: 'look for a missing member, or one listed by mistake',
      }),
    );
}
