/** What deleting a record means for one that refers to it. */
export type Effect = 'restrict' | 'cascade' | 'clear' | 'unlist';

/** A way in which records of a content type refer to the record that is asked about. */
export interface Use {
  /** The attribute whose label tells it; none when the reader may not read it, or what stands between. */
  attribute?: string;
  /** What deleting does; `restrict` is a refusal. */
  effect: Effect;
  /** The content type of the records between, which would go along with the deleted one and are required themselves. */
  through?: string;
  /** The attributes that lead to the record, from the referring one; none where Strapi's filters cannot tell. */
  path?: string[];
  count: number;
}

/** A record as others name it; without `title` it has none, or the reader may not see it. */
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
  /** The first ones; none when the reader may not read the content type, or one of the fields. */
  records?: RecordSummary[];
}

/** Where a record is used. */
export interface WhereUsed {
  record: RecordSummary;
  usedBy: UsedBy[];
}

/** How many referring records are named. */
export const SHOWN = 20;

/** Records that stood in an answer by resource and identifier, as `rs_bills:12`. */
export interface ReferenceSummary extends Partial<RecordSummary> {
  uid: string;
  number: number;
}
