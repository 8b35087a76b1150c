import type { Json, JsonObject } from '../../../../../common/json';
import type { RecordSummary } from '../../where-used/shared/where-used';

/** The entries of a page of history. */
export const PAGE_SIZE = 20;

/** Who made a change. */
export interface Actor {
  kind?: 'user' | 'token' | 'panelUser' | 'system' | 'databaseUser';
  id?: number;
  name?: string;
}

/** A change: who, when and how. */
export interface ChangeHead {
  change: number;
  /** When it was committed, in epoch ms. */
  at: number;
  /** `write`, `import`, `undo` or `restore`. */
  kind: string;
  /** `panel`, `api`, `command`, `sql` or `system`. */
  door: string;
  by: Actor;
  note: string | null;
  batch: number | null;
}

export type RevisionAction = 'create' | 'change' | 'remove';

/** What a change did to one record. */
export interface Revision extends ChangeHead {
  action: RevisionAction;
  /** The changed fields that the reader may read. */
  fields: FieldName[];
  /** How many others changed. */
  hidden: number;
}

/** A field by its name in the API and by the attributes that store it, which have its labels. */
export interface FieldName {
  name: string;
  attributes: string[];
}

/** The history of a record, the latest first. */
export interface RecordHistory {
  uid: string;
  number: number;
  rows: Revision[];
  /** Where the next page begins; null on the last one. */
  next: number | null;
  /** When the record was found, in epoch ms, if it is older than history; on the last page only. */
  foundAt: number | null;
  /** History has no values of these records. */
  isPrivate: boolean;
}

/** How to read a field's values. */
export interface FieldInfo extends FieldName {
  kind: 'text' | 'time' | 'reference' | 'rows' | 'value';
  /** Of references: the content type they refer to, or the types by the value of another field. */
  of?: string | { by: string; uids: Record<string, string> };
  /** The fields of nested rows. */
  nested?: FieldInfo[];
  /** The component or content type with the labels of the nested fields. */
  labels?: string;
}

/** What a change did to one record, with the values before and after it. */
export interface Comparison extends ChangeHead {
  uid: string;
  number: number;
  action: RevisionAction;
  fields: FieldInfo[];
  /** Null if the record did not exist, or if history has no values of it. */
  before: JsonObject | null;
  after: JsonObject | null;
  hidden: number;
  isPrivate: boolean;
  /** The record itself, if it exists and the reader may read it. */
  record: Partial<RecordSummary> & { number: number };
  /** The titles of referenced records, by content type and identifier (`api::rep.rep 12`). */
  names: Record<string, ReferenceName>;
}

/** A referenced record; without a title if it has none or the reader may not see it. */
export interface ReferenceName {
  title?: string;
  isDeleted?: true;
  /** A plan creates it. */
  isNew?: true;
}

/** The key of a record in `names`. */
export const nameKey = (uid: string, number: Json | undefined): string => `${uid} ${number}`;

/** Changed records of one content type. */
export interface ChangedRecords {
  uid: string;
  created: number;
  changed: number;
  removed: number;
  first: Partial<RecordSummary> & { number: number };
  /** Of the only record, if it was changed: the fields that the reader may read, and how many others. */
  fields?: FieldName[];
  hidden?: number;
}

/**
 * A change in the list of all changes. Changes of one request of the panel, such as the deletion of a selection, are one, also where others have changed
 * something between them; so are those of one person who changes one record several times.
 */
export interface ListedChange extends ChangeHead {
  /** All of them, the latest first. */
  changes: number[];
  /** When the first of them was made, in epoch ms; `at` is when the last one was. */
  since: number;
  /** The change that this one takes back. */
  reverts: number | null;
  records: ChangedRecords[];
}

/** A page of changes. */
export interface ChangeList {
  rows: ListedChange[];
  /** How many rows there are on all pages. */
  total: number;
  /** Whether older changes match that are on none of them. */
  hasOlder: boolean;
  page: number;
  pageSize: number;
}

/** What the list of changes can be limited to. */
export interface ChangeFilters {
  uid?: string;
  /** An actor as JSON, from `ChangeOptions`. */
  by?: string;
  door?: string;
  kind?: string;
  batch?: string;
  action?: RevisionAction;
  /** The public id of a record of `uid`. */
  number?: string;
  /** Days, `2026-11-22`, in the editor's time zone. */
  from?: string;
  to?: string;
}

/** Who made changes lately, and the content types that the reader may read. */
export interface ChangeOptions {
  actors: Actor[];
  uids: string[];
}

/** A record of a change, in its list. */
export interface RecordOfChange {
  uid: string;
  change: number;
  action: RevisionAction;
  fields: FieldName[];
  hidden: number;
  record: Partial<RecordSummary> & { number: number };
}

/** A page of the records of a change. */
export interface RecordsOfChange {
  rows: RecordOfChange[];
  total: number;
  page: number;
  pageSize: number;
}

/** A record that was deleted. */
export interface DeletedRecord {
  uid: string;
  number: number;
  /** From its last values; missing if it has none or the reader may not see it. */
  title?: string;
  change: ChangeHead;
}

/** A page of deleted records. */
export interface DeletedList {
  rows: DeletedRecord[];
  next: string | null;
}
