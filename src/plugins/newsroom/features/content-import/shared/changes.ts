import type { EditKind } from './content-import';

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

/** Something that people have done to a record since the last import of it. */
export interface EditDescription extends Omit<RecordChange, 'fields'> {
  resource: string;
  kind: EditKind;
  /** Whether the plan does what the file says. */
  isTaken: boolean;
  /** What is stored, and what the file says; null for a whole record. */
  change: FieldChange | null;
  /** Who it was, and when, in epoch ms; null if nobody knows. */
  by: { name: string | null; at: number } | null;
}
