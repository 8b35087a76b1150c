import { type Draft, type DraftKey, moveDraft } from './drafts';
import { type Get, lastChangeOf } from './stored';

/** A new record that a save has created. */
export interface Created {
  request: string;
  documentId: string;
  /** The change that has created it, if the answer names it: not if somebody else has changed the record by then. */
  change: number | undefined;
}

/**
 * Gives the rest of a draft to the record that was created: at once, because its form opens now, if the change is known that has created it, which
 * the form goes on from. Otherwise the service is asked for it; if that fails, the draft stays, and is offered in the form of a new record as one
 * that is stored: without it, all that others change would count as seen.
 */
export async function moveRest(
  key: DraftKey,
  rest: Draft,
  { request, documentId, change }: Created,
  get: Get,
): Promise<void> {
  const known = change ?? (await lastChangeOf(request, get).catch(() => undefined));
  if (known !== undefined) moveDraft(key, documentId, { ...rest, change: known });
}
