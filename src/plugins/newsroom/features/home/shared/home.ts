import type { Named } from '../../where-used/shared/where-used';

/** A record that was written lately. */
export interface Change extends Named {
  uid: string;
  /** When, as ISO 8601 in UTC. */
  at: string;
  isNew: boolean;
  /** Who wrote it in the panel; nobody is known for imports and the API. */
  by?: string;
}

/** How many bills of a term have come how far. */
export interface BillsInTerm {
  /** None where a bill does not say. */
  term: number | null;
  /** The last step of its progress; none where nothing is known. */
  step: string | null;
  isLaw: boolean;
  count: number;
}

/** How many votes were held in a month. */
export interface VotesInMonth {
  term: number;
  /** `2016-02`, as the days are kept. */
  month: string;
  count: number;
}

/** Something odd in a record: nothing forbids it, but it is worth a look. */
export interface Fault extends Partial<Named> {
  uid: string;
  number: number;
  code: string;
  /** The field, `aye[3]`. */
  path: string;
  message: string;
}

/** The integrity report as it was made last; without `at` it never was. */
export interface Report {
  isRunning: boolean;
  /** When it was made, as ISO 8601 in UTC. */
  at?: string;
  /** How many records were checked of those that the reader may read. */
  records: number;
  /** How many faults of each kind there are, most first. */
  kinds: { code: string; count: number }[];
  /** The first faults of each kind. */
  faults: Fault[];
}
