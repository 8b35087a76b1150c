import { createStore } from '../../../panel/store';

/** The notes that editors have entered and not yet saved, by content type and document id. */
const notes = createStore<Readonly<Record<string, string>>>({});

const keyOf = (uid: string, documentId = ''): string => `${uid} ${documentId}`;

export const subscribeNotes = notes.subscribe;

/** The note that the next save of a record sends along. */
export const noteOf = (uid: string, documentId?: string): string => notes.get()[keyOf(uid, documentId)]?.trim() ?? '';

/** The note as it was entered. */
export const enteredNote = (uid: string, documentId: string): string => notes.get()[keyOf(uid, documentId)] ?? '';

export function enterNote(uid: string, documentId: string, note: string): void {
  notes.set({ ...notes.get(), [keyOf(uid, documentId)]: note });
}

/** Forgets the note of a record. */
export function clearNote(uid: string, documentId?: string): void {
  const { [keyOf(uid, documentId)]: entered, ...others } = notes.get();
  if (entered !== undefined) notes.set(others);
}
