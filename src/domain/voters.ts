import type { RuleRecord } from '../common/findings';
import type { JsonObject } from '../common/json';
import { dayText, msOf } from '../common/time';
import type { House } from './house';
import { causeCheck } from './record-check';
import { isHeld, type Seat } from './seats';
import type { CausedFinding } from './warning';

/** The four lists of a vote. */
export const LISTS = ['aye', 'nay', 'abstain', 'absence'] as const;

/** Fields that determine who should be in a vote's lists. */
export const VOTE_FIELDS = ['date', 'term_index', ...LISTS];

/** Checks that everybody in a vote's lists held a seat on its day. */
export const voters = causeCheck({ rs_votes: VOTE_FIELDS }, votersWithoutSeat);

/** How many members without a seat are reported by name; with more, the vote itself is wrong. */
const MOST_NAMED = 5;

/** A member in a list of a vote. */
interface Voter {
  rep: number;
  path: string;
}

function votersWithoutSeat(vote: RuleRecord, house: House): CausedFinding[] {
  const [date, term] = [msOf(vote.record.date), vote.record.term_index];
  if (date === null || typeof term !== 'number') return [];
  const seats = house.seats(term);
  const listed = LISTS.flatMap((list) =>
    membersIn(vote.record, list).map((rep, index): Voter => ({ rep, path: `${list}[${index}]` })),
  );
  const without = listed.filter(({ rep }) => !seats.forRep(rep).some((seat) => isHeld(seat, date)));
  if (without.length > MOST_NAMED) {
    const names = without.slice(0, MOST_NAMED).map(({ rep }) => house.repText(rep));
    return [
      {
        code: 'VOTER_WITHOUT_SEAT',
        path: '',
        cause: `${term} many`,
        distance: without.length,
        fact: `${without.length} of ${listed.length} members are listed on ${dayText(date)} without a seat in term ${term}, including ${names.join(', ')}`,
        advice: 'correct the date or the term of the vote, or complete the terms of the representatives',
      },
    ];
  }
  return without.map(({ rep, path }) => {
    const held = tenureText(seats.forRep(rep), house);
    return {
      code: 'VOTER_WITHOUT_SEAT',
      path,
      cause: `${term} ${rep} ${held}`,
      fact: `${house.repText(rep)} is listed on ${dayText(date)} without a seat in term ${term}${held}`,
      advice: 'correct the list, the term of the vote, or the terms of the representative',
    };
  });
}

/** The representatives in a list, without unreadable entries. */
export const membersIn = (vote: JsonObject, list: string): number[] =>
  ((vote[list] ?? []) as (number | null)[]).flatMap((rep) => rep ?? []);

/** Formats when seats were held, to follow `without a seat in term 7`. */
function tenureText(seats: Seat[], house: House): string {
  if (seats.length === 0) return '';
  const times = seats.map(({ from, until, successor }) => {
    const end = successor ? ` (succeeded by ${house.repText(successor)})` : '';
    const parts = [from === null ? [] : `from ${dayText(from)}`, until === null ? [] : `until ${dayText(until)}${end}`];
    return parts.flat().join(' ');
  });
  return `, held ${times.join(' and ')}`;
}
