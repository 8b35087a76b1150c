import type { SeatChange } from '../../../../../domain/seats';

/** A representative who can appear in a roll call. */
export interface RollCallPerson {
  id: number;
  documentId: string;
  number: number;
  name: string;
  /** The person's changes of seat in the requested term; empty for somebody who was not a member. */
  changes: SeatChange[];
  /** District and party in that term, to distinguish namesakes. */
  detail: string;
}

/** All people who may be named in a roll call of a term. */
export interface RollCallPeople {
  /** Start of the term in epoch milliseconds; null if unknown. */
  start: number | null;
  people: RollCallPerson[];
}
