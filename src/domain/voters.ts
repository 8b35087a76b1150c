import type { RuleRecord, Warning } from '../common/findings';
import type { JsonObject } from '../common/json';
import { dayText, msOf } from '../common/time';
import type { House } from './house';
import type { Part } from './part';
import { isHeld, type Seat } from './seats';
import { type Causes, collectCauses } from './warning';

/** The four lists of a vote. */
export const LISTS = ['aye', 'nay', 'abstain', 'absence'] as const;

/** What tells who should be in a vote's lists. */
export const VOTE_FIELDS = ['date', 'term_index', ...LISTS];

/** Whoever is in a list of a vote has a seat on its day. */
export const voters: Part = {
  judged: { rs_votes: VOTE_FIELDS },
  open: (house) => {
    const causes = collectCauses();
    return {
      judge: (vote): Warning[] => {
        addVotersWithoutSeat(vote, house, causes);
        return [];
      },
      finish: causes.finish,
    };
  },
};

/** How many of a vote's members without a seat are told by name: with more of them it is the vote that is wrong. */
const MOST_NAMED = 5;

/** A member in a list of a vote. */
interface Voter {
  rep: number;
  path: string;
}

function addVotersWithoutSeat(vote: RuleRecord, house: House, causes: Causes): void {
  const [date, term] = [msOf(vote.record.date), vote.record.term_index];
  if (date === null || typeof term !== 'number') return;
  const seats = house.seats(term);
  const listed = LISTS.flatMap((list) =>
    membersIn(vote.record, list).map((rep, index): Voter => ({ rep, path: `${list}[${index}]` })),
  );
  const without = listed.filter(({ rep }) => !seats.of(rep).some((seat) => isHeld(seat, date)));
  if (without.length > MOST_NAMED) {
    const names = without.slice(0, MOST_NAMED).map(({ rep }) => house.repText(rep));
    causes.add(vote, {
      code: 'VOTER_WITHOUT_SEAT',
      path: '',
      cause: `${term} many`,
      distance: without.length,
      fact: `${without.length} of ${listed.length} members are listed on ${dayText(date)} without a seat in term ${term}, ${names.join(', ')} among them`,
      advice: 'correct the date or the term of the vote, or enter the terms of the representatives',
    });
    return;
  }
  for (const { rep, path } of without) {
    const held = whenHeld(seats.of(rep), house);
    causes.add(vote, {
      code: 'VOTER_WITHOUT_SEAT',
      path,
      cause: `${term} ${rep} ${held}`,
      fact: `${house.repText(rep)} is listed on ${dayText(date)} without a seat in term ${term}${held}`,
      advice: 'correct the list, the term of the vote, or the terms of the representative',
    });
  }
}

/** The representatives in a list, as far as they could be read. */
export const membersIn = (vote: JsonObject, list: string): number[] =>
  ((vote[list] ?? []) as (number | null)[]).flatMap((rep) => rep ?? []);

/** When a seat was held, after `without a seat in term 7`. */
function whenHeld(seats: Seat[], house: House): string {
  if (seats.length === 0) return '';
  const times = seats.map(({ from, until, successor }) => {
    const end = successor ? ` (${house.repText(successor)} took it)` : '';
    const parts = [from === null ? [] : `from ${dayText(from)}`, until === null ? [] : `until ${dayText(until)}${end}`];
    return parts.flat().join(' ');
  });
  return `, held ${times.join(' and ')}`;
}
