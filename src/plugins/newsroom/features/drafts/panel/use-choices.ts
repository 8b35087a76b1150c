import type { MutableRefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { beginCreate, type RefusedCreate } from '../../../panel/strapi/creates';
import { NEW, recordPath } from '../../../panel/strapi/paths';
import { goOnFrom } from '../../../panel/strapi/saves';
import { type Draft, type DraftKey, moveDraft, removeDraft } from './drafts';
import { type FormValues, restOf } from './form-draft';
import type { StoredDraft } from './stored';

/** The draft that a form offers. */
export interface Offered {
  draft: Draft;
  /** The save of this very form that the service has refused, because the draft is stored; undefined for the draft of a former form. */
  refused?: RefusedCreate;
  /** Whether nobody can tell what is stored of it. */
  isUnknown?: boolean;
}

interface Options {
  draftKey: DraftKey;
  uid: string;
  /** As in the address. */
  documentId: string;
  offered: Offered | undefined;
  form: Pick<FormValues, 'initialValues'> & { onChange(name: string, value: unknown): void; resetForm(): void };
  /** Whether the form is left without a question, because its draft goes on elsewhere. */
  isLeaving: MutableRefObject<boolean>;
  /** Called before the form gets the values of the draft. */
  onOwn(): void;
  /** Called once nothing is offered any more. */
  onDone(): void;
}

/** What may be chosen about a draft that a form offers. */
export function useChoices({ draftKey, uid, documentId, offered, form, isLeaving, onOwn, onDone }: Options) {
  const navigate = useNavigate();
  const isNew = documentId === NEW;
  return {
    onGoOn({ change, rows, loaded, unanswered, values }: Draft, saved: StoredDraft | undefined): void {
      onOwn();
      if (!isNew && change !== undefined)
        goOnFrom(uid, documentId, {
          change,
          data: loaded,
          unanswered,
          ...(rows !== undefined && { rows }),
        });
      // Who goes on although a record is stored means another one.
      if (isNew) beginCreate(uid, saved ? undefined : unanswered);
      if (!offered?.refused) for (const [name, value] of Object.entries(values)) form.onChange(name, value);
      onDone();
    },
    onDiscard(): void {
      removeDraft(draftKey);
      if (offered?.refused) {
        beginCreate(uid);
        form.resetForm();
      }
      onDone();
    },
    onOpen({ request, created }: StoredDraft): void {
      if (!offered || !created) return;
      const rest = restOf(offered.draft, request, form.initialValues, { change: created.change });
      if (rest) moveDraft(draftKey, created.documentId, rest);
      else removeDraft(draftKey);
      // As long as the form is there, it would keep what it holds as its own draft again.
      isLeaving.current = true;
      navigate(recordPath(uid, created.documentId));
    },
  };
}
