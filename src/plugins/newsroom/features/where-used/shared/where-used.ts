/**
 * What deleting a record does to a record that refers to it: refused, deleted as well, a field cleared, a list without it, or without the
 * nested rows that name it.
 */
export type Effect = 'restrict' | 'cascade' | 'clear' | 'unlist' | 'row';

/** References to the requested record from one field of a content type. */
export interface Use {
  /** The referring attribute; unset if the reader may not read it or an attribute in between. */
  attribute?: string;
  /** The field of its nested rows that a delete changes, by component and attribute; unset where it concerns the rows as a whole. */
  row?: { uid: string; attribute: string };
  /** What a delete does; `restrict` refuses it. */
  effect: Effect;
  /** The content type of records in between: a delete would include them, but others require them. */
  through?: string;
  /** The attributes from the referring record to this one; unset where Strapi's filters cannot follow them. */
  path?: string[];
  count: number;
}

/** A record's identifiers and title; `title` is unset if it has none or the reader may not see it. */
export interface RecordSummary {
  documentId: string;
  number: number;
  title?: string;
}

/** The records of one content type that refer to the record. */
export interface UsedBy {
  uid: string;
  count: number;
  uses: Use[];
  /** The first records; unset if the reader may not read the content type or one of the fields. */
  records?: RecordSummary[];
}

/** A record and everything that refers to it. */
export interface WhereUsed {
  record: RecordSummary;
  /** The identifiers that it has at the sources of imports. */
  sources: SourceIdentifier[];
  usedBy: UsedBy[];
}

/** What deleting some records would do. As long as one of them is refused, none is deleted. */
export interface Deletion {
  records: RecordSummary[];
  /** What refers to any of them. */
  usedBy: UsedBy[];
  /** Those that others require, each with what does. */
  refused: RefusedRecord[];
}

/** A record that others require. */
export interface RefusedRecord {
  record: RecordSummary;
  usedBy: UsedBy[];
}

/** The identifier that a record has at a source of imports. */
export interface SourceIdentifier {
  source: string;
  externalId: string;
}

/** The most records listed for each content type. */
export const MAX_RECORDS = 20;

/** How many records are named in a sentence about several. */
export const NAMED_RECORDS = 5;

/** The summary of a record requested as `rs_bills:12`; only its identifier if the reader may not see it. */
export interface ReferenceSummary extends Partial<RecordSummary> {
  uid: string;
  number: number;
}
