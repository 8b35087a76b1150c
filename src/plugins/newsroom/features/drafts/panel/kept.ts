import type { TextId } from '../../../panel/leave-question';
import { createStore } from '../../../panel/store';
import type { RecordWrite } from '../../../panel/strapi/writes';
import { type Draft, type DraftKey, draftText, writeDraft } from './drafts';
import { newDocument } from './tabs';

/** The draft that the open form has written last. */
const kept = createStore<{ key: DraftKey; text: string } | undefined>(undefined);

/**
 * Keeps the draft of the open form.
 * @param isOffered whether anything of it can be offered later: a form also changes when somebody types into a search box
 */
export function keepDraft(key: DraftKey, draft: Draft, isOffered: boolean): void {
  const text = writeDraft(key, draft);
  kept.set(text !== undefined && isOffered ? { key, text } : undefined);
}

/** Lets the form go that is open: it was left. */
export function leaveKept(): void {
  kept.set(undefined);
}

/** Whether what is typed into the open form is kept: the browser's storage may be full, or have what another tab has typed for the same record. */
export function isDraftKept(): boolean {
  const last = kept.get();
  return last !== undefined && draftText(last.key) === last.text;
}

/** The text that asks whether to leave the open form, if its draft is kept. */
export const leaveTextId: TextId = {
  get: () => (isDraftKept() ? 'newsroom.drafts.leave' : undefined),
  subscribe: kept.subscribe,
};

/** The text that asks whether to leave while these are saved: the dialog of a linked record keeps no draft. */
export const leaveTextIdDuring = (writesUnderWay: () => RecordWrite[]): TextId => ({
  get: () => {
    const key = kept.get()?.key;
    const isOwn = writesUnderWay().every(
      ({ uid, target = newDocument() }) => uid === key?.uid && target === key.documentId,
    );
    return isOwn ? leaveTextId.get() : undefined;
  },
  subscribe: kept.subscribe,
});
