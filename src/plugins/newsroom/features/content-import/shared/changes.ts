/** A record that another one names. */
export interface Named {
  number: number;
  /** What people know it by; null where it is not stored (yet) or not to be seen. */
  title: string | null;
}

/** A text of which only the part that differs is of interest. */
export interface Excerpt {
  before: string;
  same: [start: string, end: string];
  after: string;
}

/** A field of a record, before → after. */
export type FieldChange = { name: string } & (
  | { kind: 'text'; text: Excerpt }
  | { kind: 'records'; removed: Named[]; added: Named[]; kept: number }
  | { kind: 'value'; before: unknown; after: unknown; isTime: boolean }
);

/** A record that a plan makes or changes. */
export interface RecordChange {
  number: number;
  title: string | null;
  /** Strapi's name of a stored record, for a link. */
  documentId: string | null;
  file: string;
  record: number;
  line?: number;
  fields: FieldChange[];
}

export type ChangeAction = 'create' | 'change';
