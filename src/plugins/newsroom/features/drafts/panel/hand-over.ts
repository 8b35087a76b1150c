import { type Draft, type DraftKey, draftText, moveDraft, readDraft, removeDraft, writeDraft } from './drafts';
import { restOf } from './form-draft';
import type { Save } from './saved';

/**
 * Lets the record that a save has created take over the draft of its form, at once, because the record's form opens now. Takes the form's values
 * at the save's answer, and those that it gets until it is closed: none of them is a new record's any more.
 * @param initial the values that the form began with
 */
export function handOver(
  key: DraftKey,
  initial: Draft['values'],
  { request, sentAt, change, rows, document }: Save,
): (draft: Draft) => Promise<void> {
  const last = readDraft(key);
  // Of what the storage had no room for, nobody knows what was sent.
  if (!last) return async () => {};
  const sent = last.at > sentAt ? (last.sent?.find((each) => each.request === request)?.values ?? {}) : last.values;
  const shown = change === undefined ? { createdBy: request } : { change, ...(rows !== undefined && { rows }) };
  const created = document();
  let moved: string | null = null;
  return async (draft) => {
    const whole = {
      ...draft,
      unanswered: { requests: [{ id: request, at: sentAt }], attributes: [] },
      sent: [{ request, values: sent }],
    };
    const rest = restOf(whole, request, initial, shown);
    if (!rest) return removeDraft(key);
    // Where it cannot be moved, it is offered in the form of a new record as one that is stored.
    writeDraft(key, whole);
    const documentId = await created;
    if (documentId === undefined) return;
    const target = { ...key, documentId };
    if (moved !== null && draftText(target) === moved) removeDraft(target);
    if (moveDraft(key, documentId, rest)) moved = draftText(target);
  };
}
