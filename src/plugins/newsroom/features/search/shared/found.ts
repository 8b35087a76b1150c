import type { RecordSummary } from '../../where-used/shared/where-used';

/** The most of the account's latest records that are kept. */
export const MAX_RECENT = 10;

/** The most records that one request asks to describe: those of the longest page of a list. */
export const MAX_DESCRIBED = 100;

/** The most records of one content type that a search finds. */
export const MAX_OF_KIND = 5;

/** Names a record to the search box. */
export interface RecordReference {
  uid: string;
  documentId: string;
}

/** What tells a record from its namesakes: the values of one of its fields; of nested rows that of the latest one, of their terms all. */
export interface Detail {
  /** An attribute, or one of nested rows: `parties.party`. */
  field: string;
  kind: 'text' | 'term' | 'day';
  /** Texts, indexes of terms, or points in time in milliseconds. */
  values: (string | number)[];
}

/** A record as the search box shows it; without a number that the reader may not see. */
export interface DescribedRecord extends Omit<RecordSummary, 'number'> {
  uid: string;
  number?: number;
  details: Detail[];
}

/** What a search has found. */
export interface Found {
  records: FoundRecord[];
  /** The content types of which it may fit others, too. */
  more: string[];
  /** The search was given up: it took too long. */
  isTooSlow?: true;
}

/** A record that a search has found. */
export interface FoundRecord extends DescribedRecord {
  /** How well the search fits it, of `RANK`. */
  rank: number;
}
