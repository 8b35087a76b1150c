import type { JsonObject } from '../../../../../common/json';
import { type Draft, type DraftKey, readDraft } from '../../drafts/panel/drafts';
import { missingIn, restOf } from '../../drafts/panel/form-draft';
import type { StoredDraft, Typed } from '../../drafts/panel/stored';
import { BLANK, fieldsOf } from './relation-values';

/** The draft of a relation that is offered, and what is known to be stored of it. */
export interface Offered {
  draft: Draft;
  saved?: StoredDraft;
}

/** What a draft holds of a relation. */
export const FIELDS = {
  is_directional: { type: 'boolean' },
  weight: { type: 'integer' },
  description: { type: 'text' },
};

/** The ends of a new relation, by their keys. */
export const ENDS = { from: { type: 'string' }, to: { type: 'string' } };

/** With what a new relation is compared: it may begin with other ends each time. */
export const BLANK_VALUES: JsonObject = { ...fieldsOf(BLANK), from: null, to: null };

/** Whether a draft holds what the dialog of a stored relation does not edit: its form in the content manager, which shares the draft, has more fields. */
export const isForeign = (draft: Draft, key: DraftKey): boolean =>
  !key.form && Object.keys(draft.values).some((name) => !(name in FIELDS));

/** The draft that a dialog with these values offers: if it differs, or if what has become of it is not known. */
export function offerIn(key: DraftKey, initialValues: JsonObject): Offered | undefined {
  const draft = readDraft(key);
  if (!draft || isForeign(draft, key)) return undefined;
  const offered = missingIn({ values: initialValues }, draft) ?? (draft.unanswered && draft);
  return offered && { draft: offered };
}

/**
 * What of the draft of a new relation is to be kept once a save without an answer turns out to have created it. The ends of a stored relation stay:
 * what has other ones by now is the draft of another new relation.
 */
export function keptOf(draft: Draft, { request, created }: StoredDraft): { typed: Typed; draft?: Draft } {
  const rest = restOf(draft, request, BLANK_VALUES, created && { change: created.change });
  if (!rest) return { typed: 'nothing' };
  if (!Object.keys(ENDS).some((name) => name in rest.values)) return { typed: 'change', draft: rest };
  const { unanswered: _, sent: __, ...own } = draft;
  return { typed: 'another', draft: own };
}
