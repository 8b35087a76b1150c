import { CHANGE_HEADER, ROWS_HEADER } from '../../../../../common/change-position';
import { NEW } from '../../../panel/strapi/paths';
import { documentIn, watchWrites } from '../../../panel/strapi/writes';

/** A request that has written a record. */
export interface Save {
  request: string;
  /** When it was sent, in epoch ms. */
  sentAt: number;
  /** The change that it has made; undefined if the answer does not name it. */
  change: number | undefined;
  /** The record's nested rows after that change, as the service names them; undefined if the answer does not. */
  rows: string | undefined;
  /** The document that the answer names; undefined if it names none. */
  document(): Promise<string | undefined>;
}

/** Hears of each record that is written: its content type and document, `create` if it is new. */
type Listener = (uid: string, documentId: string, save: Save) => void;

const listeners = new Set<Listener>();

/** Begins to follow the writes of records. */
export function followSaves(): void {
  watchWrites({
    onDone: (write, { request, sentAt, answer }) => {
      const change = answer.headers.get(CHANGE_HEADER);
      const save = {
        request,
        sentAt,
        change: change === null ? undefined : Number(change),
        rows: answer.headers.get(ROWS_HEADER) ?? undefined,
        document: () => documentIn(answer.clone()),
      };
      for (const hear of listeners) hear(write.uid, write.target ?? NEW, save);
    },
  });
}

/** Adds a listener; the result removes it. */
export function onSaved(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
