import type { ChangeHead } from '../../history/shared/history';

/** What a form says of itself. */
export interface FormState {
  uid: string;
  documentId: string;
  /** The browser tab, by a random text. */
  tab: string;
  /** Whether it holds unsaved changes. */
  isChanged: boolean;
  /** The record's last change that it shows, if known. */
  shown?: number;
  isClosed?: boolean;
}

/** What a form hears of its record. */
export interface Presence {
  /** The other people who have it open; a name is null if they have none. */
  others: { name: string | null; isChanged: boolean }[];
  /** The record's last change, if the form does not show it. */
  changed?: ChangeHead;
  isDeleted: boolean;
  /** Lets the form say that it is still open after its session has ended. */
  pass?: string;
}

/** What a form with unsaved changes says whose session has ended. */
export interface KeptForm {
  pass: string;
  isClosed?: boolean;
}
