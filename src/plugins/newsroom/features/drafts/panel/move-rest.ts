import { getFetchClient } from '@strapi/admin/strapi-admin';
import { type Draft, type DraftKey, moveDraft, nameChange } from './drafts';
import { lastChangeOf } from './stored';

/** Gives the rest of a draft to the record that was created, at once: its form opens now. Which change has created it is asked later. */
export async function moveRest(key: DraftKey, documentId: string, rest: Draft, request: string): Promise<void> {
  moveDraft(key, documentId, rest);
  // The client of a hook would give up with this form.
  const change = await lastChangeOf(request, getFetchClient().get).catch(() => undefined);
  if (change !== undefined) nameChange({ ...key, documentId }, rest, change);
}
