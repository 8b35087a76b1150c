/** A record that another record refers to. */
export interface ReferencedRecord {
  number: number;
  /** Null while the record is not stored, or when the reader may not see it. */
  title: string | null;
}

/** The difference between two texts, with the identical text around it. */
export interface Excerpt {
  before: string;
  same: [start: string, end: string];
  after: string;
}

/** The change of one field. */
export type FieldChange = { name: string } & (
  | { kind: 'text'; text: Excerpt }
  | { kind: 'records'; removed: ReferencedRecord[]; added: ReferencedRecord[]; kept: number }
  | { kind: 'value'; before: unknown; after: unknown; isTime: boolean }
);

/** A record that a plan creates or changes. */
export interface RecordChange {
  number: number;
  title: string | null;
  /** Strapi's document id, for a link; null for a new record. */
  documentId: string | null;
  file: string;
  record: number;
  line?: number;
  fields: FieldChange[];
}

export type ChangeAction = 'create' | 'change';
