import type { SeatChange } from '../../../../../domain/seats';

/** A representative as roll call entry needs to know them. */
export interface RollCallPerson {
  id: number;
  documentId: string;
  number: number;
  name: string;
  /** The changes of seats in the term that was asked for; none of somebody who was no member of it. */
  changes: SeatChange[];
  /** District and party in that term, by which namesakes are told apart. */
  detail: string;
}

/** Everybody who may be named in a roll call of a term. */
export interface RollCallPeople {
  /** When the term begins, in epoch milliseconds; null where that is unknown. */
  start: number | null;
  people: RollCallPerson[];
}
