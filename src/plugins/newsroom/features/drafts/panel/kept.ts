import type { RecordWrite } from '../../../panel/strapi/writes';
import { type Draft, type DraftKey, draftText, writeDraft } from './drafts';
import { newDocument } from './tabs';

/** The draft that the open form has written last. */
let kept: { key: DraftKey; text: string } | undefined;

/**
 * Keeps the draft of the open form.
 * @param isOffered whether anything of it can be offered later: a form also changes when somebody types into a search box
 */
export function keepDraft(key: DraftKey, draft: Draft, isOffered: boolean): void {
  const text = writeDraft(key, draft);
  kept = text !== undefined && isOffered ? { key, text } : undefined;
}

/** Lets the form go that is open: it was left. */
export function leaveKept(): void {
  kept = undefined;
}

/** Whether what is typed into the open form is kept: the browser's storage may be full, or have what another tab has typed for the same record. */
export const isDraftKept = (): boolean => kept !== undefined && draftText(kept.key) === kept.text;

/** The text that asks whether to leave the open form, if its draft is kept. */
export const leaveTextId = (): string | undefined => (isDraftKept() ? 'newsroom.drafts.leave' : undefined);

/** The text that asks whether to leave while these are saved: the dialog of a linked record keeps no draft. */
export const leaveTextIdDuring = (writes: RecordWrite[]): string | undefined =>
  writes.every(({ uid, target = newDocument() }) => uid === kept?.key.uid && target === kept.key.documentId)
    ? leaveTextId()
    : undefined;
