import { groupBy } from '../common/maps';
import { DAY, isAfter, isBefore } from '../common/time';

/** A row of a representative's history: how they came to a seat of a term, or lost it. Times in epoch milliseconds. */
export interface SeatChange {
  term: number;
  at: number | null;
  type: string | null;
  /** The district in a form that is equal for equal districts; empty when unknown. */
  district: string;
}

/** One representative's time in a seat; null where the data does not tell a day. */
export interface Seat {
  rep: number;
  district: string;
  from: number | null;
  until: number | null;
  /** Who took the same seat afterwards, where that alone tells the end. */
  successor?: number;
}

/** How many seats of a house were filled on a day: at most, and at least. */
export interface Filled {
  most: number;
  least: number;
}

/** The seats of one term. */
export interface Seats {
  of(rep: number): Seat[];
  /** Who held a seat on a day; undefined where the data does not tell who has left. */
  holders(ms: number): number[] | undefined;
  filled(ms: number): Filled;
}

/**
 * The share of a house that may stand empty where the data tells only who comes, not who leaves: in four terms of a real
 * parliament about a twentieth did at the worst.
 */
const EMPTY_SHARE = 0.1;

/** Lays out the seats of a term that began at `start` from the changes of its members, by representative. */
export function seatsOf(start: number | null, changes: Map<number, SeatChange[]>): Seats {
  const seats = [...changes].flatMap(([rep, own]) => seatsIn(rep, own));
  const tellsLeaving = [...changes.values()].some((own) => own.some(({ type }) => isLeaving(type)));
  const districts = districtsOf(seats, beginningOf(seats, start));
  for (const { name, capacity, seats: own } of districts) if (name !== '' && capacity === 1) inferEnds(own);
  const byRep = groupBy(seats, ({ rep }) => rep);
  return {
    of: (rep) => byRep.get(rep) ?? [],
    holders: (ms) => (tellsLeaving ? seats.filter((seat) => isHeld(seat, ms)).map(({ rep }) => rep) : undefined),
    filled: (ms) => {
      const held = districts.map((each) => ({ ...each, held: each.seats.filter((seat) => isHeld(seat, ms)).length }));
      const most = held.reduce((sum, each) => sum + Math.min(each.held, each.capacity), 0);
      return { most, least: tellsLeaving ? most : most - Math.ceil(most * EMPTY_SHARE) };
    },
  };
}

/** Whether a seat was held on a day, its first and last included. */
export const isHeld = ({ from, until }: Seat, ms: number): boolean =>
  (from === null || !isBefore(ms, from)) && (until === null || !isAfter(ms, until));

/** Kinds of change are free text: those that end a seat. */
const LEAVING =
  /^(leave|resign|die|dismiss|remov|lose|lost|vacat|expel)|離職|辭|去職|解職|免職|罷免|死亡|逝世|過世|卸任|出缺|喪失|無效/i;

const isLeaving = (type: string | null): boolean => type !== null && LEAVING.test(type);

/** The times that one representative's changes make: what is no leaving takes a seat, or goes on with the one held. */
function seatsIn(rep: number, changes: SeatChange[]): Seat[] {
  const seats: Seat[] = [];
  let isOpen = false;
  for (const { at, type, district } of [...changes].sort(byTime(({ at }) => at))) {
    if (!isOpen) seats.push({ rep, district, from: isLeaving(type) ? null : at, until: null });
    const held = seats.at(-1);
    if (isLeaving(type) && held) held.until = at;
    isOpen = !isLeaving(type);
  }
  return seats;
}

/** Some of the first members take their oath later than the others. */
const LATE_OATH = 30 * DAY;

/** Until when the first members of a term took their seats: at its start, or some time later together. */
function beginningOf(seats: Seat[], start: number | null): number {
  const first = seats.reduce((least, { from }) => Math.min(least, from ?? least), Number.POSITIVE_INFINITY);
  return Math.max(start ?? first, first) + LATE_OATH;
}

interface District {
  name: string;
  /** As many seats as were taken when the term began, at least one: who comes later takes one that fell empty. */
  capacity: number;
  seats: Seat[];
}

const districtsOf = (seats: Seat[], beginning: number): District[] =>
  [...groupBy(seats, ({ district }) => district)].map(([name, own]) => {
    const first = own.filter(({ from }) => from === null || from <= beginning);
    return { name, capacity: Math.max(1, new Set(first.map(({ rep }) => rep)).size), seats: own };
  });

/** In a district of one seat, who takes it ends the time of who had it. */
function inferEnds(seats: Seat[]): void {
  const inOrder = [...seats].sort(byTime(({ from }) => from));
  inOrder.forEach((seat, index) => {
    const next = inOrder.slice(index + 1).find(({ rep }) => rep !== seat.rep);
    if (!next || next.from === null || seat.until !== null) return;
    seat.until = next.from;
    seat.successor = next.rep;
  });
}

/** Unknown times first. */
const byTime =
  <T>(time: (item: T) => number | null) =>
  (a: T, b: T): number =>
    (time(a) ?? Number.NEGATIVE_INFINITY) - (time(b) ?? Number.NEGATIVE_INFINITY) || 0;
