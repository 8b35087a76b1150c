import { grouped } from '../common/maps';
import { DAY, isAfter, isBefore } from '../common/time';

/** A row of a representative's history: gaining or losing a seat in a term. Times in epoch milliseconds. */
export interface SeatChange {
  term: number;
  at: number | null;
  type: string | null;
  /** The normalised district; empty if unknown. */
  district: string;
}

/** One representative's time in a seat; null where the data gives no day. */
export interface Seat {
  rep: number;
  district: string;
  from: number | null;
  until: number | null;
  /** The next holder of the seat, if only that implies the end. */
  successor?: number;
}

/** The most and the fewest seats that were filled on a day. */
export interface SeatCount {
  most: number;
  least: number;
}

/** The seats of one term. */
export interface Seats {
  forRep(rep: number): Seat[];
  /** Who held a seat on a day; undefined if the data does not record departures. */
  holders(ms: number): number[] | undefined;
  filled(ms: number): SeatCount;
}

/**
 * The share of seats that may be vacant if the data records arrivals but no departures: in four terms of a real
 * parliament, at most about a twentieth was.
 */
const EMPTY_SHARE = 0.1;

/** Derives the seats of a term that began at `start` from its members' changes, by representative. */
export function seatsOf(start: number | null, changes: Map<number, SeatChange[]>): Seats {
  const seats = [...changes].flatMap(([rep, own]) => seatsIn(rep, own));
  const recordsDepartures = [...changes.values()].some((own) => own.some(({ type }) => isLeaving(type)));
  const districts = districtsOf(seats, beginningOf(seats, start));
  for (const { name, capacity, seats: own } of districts) if (name !== '' && capacity === 1) inferEnds(own);
  const byRep = grouped(seats, ({ rep }) => rep);
  return {
    forRep: (rep) => byRep.get(rep) ?? [],
    holders: (ms) => (recordsDepartures ? seats.filter((seat) => isHeld(seat, ms)).map(({ rep }) => rep) : undefined),
    filled: (ms) => {
      const held = districts.map((each) => ({ ...each, held: each.seats.filter((seat) => isHeld(seat, ms)).length }));
      const most = held.reduce((sum, each) => sum + Math.min(each.held, each.capacity), 0);
      return { most, least: recordsDepartures ? most : most - Math.ceil(most * EMPTY_SHARE) };
    },
  };
}

/** Whether a seat was held on a day, including its first and last. */
export const isHeld = ({ from, until }: Seat, ms: number): boolean =>
  (from === null || !isBefore(ms, from)) && (until === null || !isAfter(ms, until));

/** Types of change are free text; these end a seat. */
const LEAVING =
  /^(leave|resign|die|dismiss|remov|lose|lost|vacat|expel)|離職|辭|去職|解職|免職|罷免|死亡|逝世|過世|卸任|出缺|喪失|無效/i;

const isLeaving = (type: string | null): boolean => type !== null && LEAVING.test(type);

/** Builds a representative's times in office: any change but a departure takes a seat or continues the current one. */
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

/** Some first members take their oath late. */
const LATE_OATH = 30 * DAY;

/**
 * The last moment at which members count as the first of a term: a month after its start, or after the earliest seat
 * taken.
 */
function beginningOf(seats: Seat[], start: number | null): number {
  const first = seats.reduce((least, { from }) => Math.min(least, from ?? least), Number.POSITIVE_INFINITY);
  return Math.max(start ?? first, first) + LATE_OATH;
}

interface District {
  name: string;
  /** The seats taken when the term began, at least one; later members fill vacancies. */
  capacity: number;
  seats: Seat[];
}

const districtsOf = (seats: Seat[], beginning: number): District[] =>
  [...grouped(seats, ({ district }) => district)].map(([name, own]) => {
    const first = own.filter(({ from }) => from === null || from <= beginning);
    return { name, capacity: Math.max(1, new Set(first.map(({ rep }) => rep)).size), seats: own };
  });

/** In a district with one seat, a successor ends the term of the previous holder. */
function inferEnds(seats: Seat[]): void {
  const inOrder = [...seats].sort(byTime(({ from }) => from));
  inOrder.forEach((seat, index) => {
    const next = inOrder.slice(index + 1).find(({ rep }) => rep !== seat.rep);
    if (!next || next.from === null || seat.until !== null) return;
    seat.until = next.from;
    seat.successor = next.rep;
  });
}

/** Orders by time, unknown times first. */
const byTime =
  <T>(time: (item: T) => number | null) =>
  (a: T, b: T): number =>
    (time(a) ?? Number.NEGATIVE_INFINITY) - (time(b) ?? Number.NEGATIVE_INFINITY) || 0;
