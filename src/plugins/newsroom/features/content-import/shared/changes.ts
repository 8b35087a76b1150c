import type { JsonObject } from '../../../../../common/json';
import type { Difference } from '../../history/shared/difference-of';
import type { Comparison, FieldInfo } from '../../history/shared/history';
import type { EditKind } from './content-import';

/** A record that a plan creates or changes, with what it takes to show the change as the history does. */
export interface RecordChange {
  number: number;
  title: string | null;
  /** Strapi's document id, for a link; null for a new record. */
  documentId: string | null;
  file: string;
  record: number;
  line?: number;
  fields: FieldInfo[];
  /** The values of these fields; null where there is no record. They lack the fields in `differences`. */
  before: JsonObject | null;
  after: JsonObject | null;
  /** What differs in fields that are too long for a page, shortened, by their names. */
  differences?: Record<string, Difference>;
  /** The names of the records that the values refer to. */
  names: Comparison['names'];
}

export type ChangeAction = 'create' | 'change';

/** Something that people have done to a record since the last import of it. */
export interface EditDescription extends RecordChange {
  resource: string;
  kind: EditKind;
  /** Whether the plan does what the file says. */
  isTaken: boolean;
  /** Who it was, and when, in epoch ms; null if nobody knows. */
  by: { name: string | null; at: number; import: { batch: number; source: string } | null } | null;
  /** Why a record that the source no longer has stays: names of texts. */
  stay: {
    reason: string;
    sources?: string[];
    user?: { resource: string; number: number };
    dependent?: { resource: string; number: number };
  } | null;
}
