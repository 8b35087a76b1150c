import type { RecordSummary } from '../../where-used/shared/where-used';

/** The uid of the action that the integrity report requires. */
export const REPORT_ACTION = 'report';

/** The number of bills in a term with the same progress. */
export interface BillsInTerm {
  /** Null for bills without a term. */
  term: number | null;
  /** The latest legislative step; null for bills without one. */
  step: string | null;
  isLaw: boolean;
  count: number;
}

/** The number of votes held in a month. */
export interface VotesInMonth {
  term: number;
  /** `2016-02`, as stored. */
  month: string;
  count: number;
}

/** A finding of the integrity report: suspicious, but permitted. */
export interface ReportFinding extends Partial<RecordSummary> {
  uid: string;
  number: number;
  code: string;
  /** The field, such as `aye[3]`. */
  path: string;
  message: string;
}

/** The latest integrity report; without `at` if there is none yet. */
export interface IntegrityReport {
  isRunning: boolean;
  /** When it was made, ISO 8601 in UTC. */
  at?: string;
  /** Checked records among those that the reader may read. */
  records: number;
  /** Findings of each kind, the most frequent first. */
  kinds: { code: string; count: number }[];
  /** The first findings of each kind. */
  faults: ReportFinding[];
}
