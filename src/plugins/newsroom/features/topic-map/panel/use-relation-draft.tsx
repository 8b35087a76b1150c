import { useAuth, useFetchClient, useNotification } from '@strapi/admin/strapi-admin';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { beginCreate, openCreate, unansweredCreates } from '../../../panel/strapi/creates';
import { forgetFailures } from '../../../panel/strapi/failed-saves';
import { goOnFrom } from '../../../panel/strapi/saves';
import type { OtherRecord } from '../../drafts/panel/draft-dialog';
import {
  adoptDraft,
  type Draft,
  type DraftKey,
  moveDraft,
  readDraft,
  removeDraft,
  writeDraft,
} from '../../drafts/panel/drafts';
import { draftOf } from '../../drafts/panel/form-draft';
import { Offer } from '../../drafts/panel/offer';
import { findStored, type StoredDraft } from '../../drafts/panel/stored';
import { keptByTabs, newDocument } from '../../drafts/panel/tabs';
import { type MapNode, TOPIC_RELATION } from '../shared/topic-map';
import { BLANK_VALUES, ENDS, FIELDS, keptOf, offerIn } from './offered-draft';
import { fieldsOf, formOf, hasOtherEnds, type RelationForm } from './relation-values';
import { useEndNames } from './use-end-names';
import { useKeptDraft } from './use-kept-draft';
import { useWords } from './words';

interface Options {
  /** Undefined for a new relation. */
  documentId: string | undefined;
  /** The nodes of the map. */
  nodes: MapNode[];
  initial: RelationForm;
  form: RelationForm;
  isChanged: boolean;
  onGoOn(form: RelationForm): void;
  /** Shows a relation that a lost save has created, and edits it if something was typed since. */
  onOpen(documentId: string, isTyped: boolean): void;
  /** Shows on the map what a lost save has created. */
  onFound(): void;
  onClose(): void;
}

/**
 * Keeps what is typed into the dialog of a relation until it is saved, as forms do, and offers it when the dialog is opened again.
 * @returns `offer` is to be shown in place of the dialog, as long as there is one; `forget` is to be called after a save, `offerStored` after a
 * failed one: it finds out whether that is stored after all
 */
export function useRelationDraft(options: Options): {
  offer: ReactNode | undefined;
  forget(): void;
  offerStored(): Promise<void>;
} {
  const { documentId, nodes, initial, form, isChanged, onGoOn, onOpen, onFound, onClose } = options;
  const { get } = useFetchClient();
  const { toggleNotification } = useNotification();
  const account = Number(useAuth('RelationDraft', ({ user }) => user?.id));
  const { text } = useWords();
  const { relationName, withNames } = useEndNames(nodes);
  const isNew = documentId === undefined;
  const key = useMemo((): DraftKey => {
    const whose = { account, uid: TOPIC_RELATION };
    return isNew ? { ...whose, form: 'map', documentId: newDocument() } : { ...whose, documentId };
  }, [account, documentId, isNew]);
  // A new relation may begin with other ends each time.
  const initialValues = useMemo(() => (isNew ? BLANK_VALUES : fieldsOf(initial.draft)), [initial.draft, isNew]);
  const [from, to] = [form.from?.key ?? null, form.to?.key ?? null];
  const values = useMemo(
    () => ({ ...fieldsOf(form.draft), ...(isNew && { from, to }) }),
    [form.draft, from, to, isNew],
  );
  const [offered, setOffered] = useState(() => offerIn(key, initialValues));
  const own = useKeptDraft({ draftKey: key, values, initialValues, isChanged, isWaiting: offered !== undefined });
  const isTyped = useRef(isChanged);
  isTyped.current = isChanged;
  useEffect(() => {
    if (!isNew) return;
    beginCreate(TOPIC_RELATION);
    keptByTabs().then((isKept) => {
      // What is typed already would take its place.
      if (isTyped.current || readDraft(key)) return;
      adoptDraft(key, isKept);
      setOffered(offerIn(key, initialValues));
    });
    return openCreate(TOPIC_RELATION);
  }, [isNew, key, initialValues]);

  const forget = () => {
    if (own.current) removeDraft(key);
  };
  const offerStored = async () => {
    const unanswered = isNew ? unansweredCreates(TOPIC_RELATION) : undefined;
    if (!unanswered) return;
    const draft = draftOf({ values, initialValues }, { unanswered }, Date.now(), own.current);
    const saved = await findStored(draft, true, get).catch(() => undefined);
    if (!saved) return;
    forgetFailures();
    setOffered({ draft, saved });
  };
  if (!offered) return { offer: undefined, forget, offerStored };
  const isOther = isNew && hasOtherEnds(offered.draft.values, form);
  const discard = (saved: StoredDraft | undefined) => {
    removeDraft(key);
    own.current = undefined;
    setOffered(undefined);
    if (saved) onFound();
    // Its own save is stored.
    if (offered.saved) onClose();
  };
  const goOn = (draft: Draft, saved: StoredDraft | undefined) => {
    const { change, rows, loaded, unanswered, values } = draft;
    own.current = draft;
    const shown = { data: loaded, unanswered, ...(rows !== undefined && { rows }) };
    if (documentId !== undefined && change !== undefined) goOnFrom(TOPIC_RELATION, documentId, { change, ...shown });
    // Who goes on although a relation is stored means another one.
    if (isNew) beginCreate(TOPIC_RELATION, saved ? undefined : unanswered);
    if (isNew && saved) onFound();
    onGoOn(formOf({ ...initialValues, ...values }, nodes, isOther ? { from: null, to: null } : form));
    setOffered(undefined);
  };
  const open = (saved: StoredDraft) => {
    if (!saved.created) return;
    const { typed, draft } = keptOf(offered.draft, saved);
    const isKept =
      !draft ||
      (typed === 'another' ? writeDraft(key, draft) !== undefined : moveDraft(key, saved.created.documentId, draft));
    if (!isKept) return toggleNotification({ type: 'danger', message: text('draft.unkept') });
    if (!draft) removeDraft(key);
    onOpen(saved.created.documentId, typed === 'change');
  };
  const otherOf = ({ values: other }: Draft): OtherRecord => ({
    hint: text('draft.other', {
      draft: relationName(other),
      form: relationName(values),
    }),
    goOn: text('draft.go-on'),
    discard: text('draft.discard'),
    leave: text('draft.leave'),
    onLeave: (saved) => {
      if (saved) onFound();
      onClose();
    },
  });
  return {
    offer: (
      <Offer
        uid={TOPIC_RELATION}
        isNew={isNew}
        attributes={{ own: { ...FIELDS, ...ENDS }, components: {} }}
        labelOf={text}
        draft={offered.draft}
        saved={offered.saved}
        other={isOther ? otherOf(offered.draft) : undefined}
        typedAfter={(saved) => keptOf(offered.draft, saved).typed}
        stored={initialValues}
        shownOf={withNames}
        onGoOn={goOn}
        onDiscard={discard}
        onOpen={open}
        {...(offered.saved && { onBack: () => setOffered(undefined) })}
      />
    ),
    forget,
    offerStored,
  };
}
