import { NEW } from '../../../panel/strapi/paths';
import { type RecordWrite, watchWrites } from '../../../panel/strapi/writes';

/** Hears of each record that is written: its content type and document, and when the request was sent, in epoch ms. */
type Listener = (uid: string, documentId: string, sentAt: number) => void;

const listeners = new Set<Listener>();

/** Begins to follow the writes of records. */
export function followSaves(): void {
  const sentAt = new WeakMap<RecordWrite, number>();
  watchWrites({
    headersFor: (write) => {
      sentAt.set(write, Date.now());
      return {};
    },
    onDone: (write) => {
      for (const hear of listeners) hear(write.uid, write.target ?? NEW, sentAt.get(write) ?? 0);
    },
  });
}

/** Adds a listener; the result removes it. */
export function onSaved(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
