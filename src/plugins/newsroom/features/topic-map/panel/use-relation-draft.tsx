import { useAuth, useFetchClient } from '@strapi/admin/strapi-admin';
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { beginCreate, openCreate, unansweredCreates } from '../../../panel/strapi/creates';
import { forgetFailures } from '../../../panel/strapi/failed-saves';
import { goOnFrom, loadedRecord } from '../../../panel/strapi/saves';
import { onSent } from '../../../panel/unanswered';
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
import { draftOf, restOf } from '../../drafts/panel/form-draft';
import { keepDraft, leaveKept } from '../../drafts/panel/kept';
import { Offer } from '../../drafts/panel/offer';
import { findStored, type StoredDraft } from '../../drafts/panel/stored';
import { keptByTabs, newDocument } from '../../drafts/panel/tabs';
import { type MapNode, TOPIC_RELATION } from '../shared/topic-map';
import { BLANK_VALUES, ENDS, FIELDS, isForeign, offerIn } from './offered-draft';
import { fieldsOf, formOf, hasOtherEnds, type RelationForm } from './relation-values';
import { useEndNames } from './use-end-names';
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
  /** Shows a relation that a lost save has created. */
  onOpen(documentId: string): void;
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
  const { documentId, nodes, initial, form, isChanged, onGoOn, onOpen, onClose } = options;
  const { get } = useFetchClient();
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
  /** Whether this dialog has kept the draft. */
  const isOwn = useRef(false);
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
  const base = () =>
    documentId === undefined
      ? { unanswered: unansweredCreates(TOPIC_RELATION) }
      : loadedRecord(TOPIC_RELATION, documentId);
  const sent = useSyncExternalStore(onSent, () => base()?.unanswered);
  useEffect(() => {
    const former = readDraft(key);
    if (offered || (former && isForeign(former, key))) return;
    const { unanswered } = base() ?? {};
    if (isChanged || ((isNew || isOwn.current) && unanswered)) {
      keepDraft(key, draftOf({ values, initialValues }, base(), Date.now(), former), true);
      isOwn.current = true;
    } else if (isOwn.current) removeDraft(key);
  }, [key, values, initialValues, isChanged, sent, offered, isNew]);
  useEffect(() => leaveKept, []);

  const forget = () => {
    if (isOwn.current) removeDraft(key);
  };
  const offerStored = async () => {
    const unanswered = isNew ? unansweredCreates(TOPIC_RELATION) : undefined;
    if (!unanswered) return;
    // Where the storage had no room for a draft, nothing is known to be typed after the save.
    const draft = draftOf(
      { values, initialValues },
      { unanswered },
      unanswered.requests.at(-1)?.at ?? 0,
      readDraft(key),
    );
    const saved = await findStored(draft, true, get).catch(() => undefined);
    if (!saved) return;
    forgetFailures();
    setOffered({ draft, saved });
  };
  if (!offered) return { offer: undefined, forget, offerStored };
  const isOther = isNew && hasOtherEnds(offered.draft.values, form);
  const discard = () => {
    removeDraft(key);
    setOffered(undefined);
    // Its own save is stored.
    if (offered.saved) onClose();
  };
  const goOn = ({ change, rows, loaded, unanswered, values }: Draft, saved: StoredDraft | undefined) => {
    isOwn.current = true;
    const shown = { data: loaded, unanswered, ...(rows !== undefined && { rows }) };
    if (documentId !== undefined && change !== undefined) goOnFrom(TOPIC_RELATION, documentId, { change, ...shown });
    // Who goes on although a relation is stored means another one.
    if (isNew) beginCreate(TOPIC_RELATION, saved ? undefined : unanswered);
    onGoOn(formOf({ ...initialValues, ...values }, nodes, isOther ? { from: null, to: null } : form));
    setOffered(undefined);
  };
  const open = ({ request, created }: StoredDraft) => {
    if (!created) return;
    const rest = restOf(offered.draft, request, initialValues, { change: created.change });
    const { unanswered: _, sent: __, ...own } = offered.draft;
    // The ends of a relation that is stored stay: what has other ones by now is another relation.
    if (rest && Object.keys(ENDS).some((name) => name in rest.values)) writeDraft(key, own);
    else if (rest) moveDraft(key, created.documentId, rest);
    else removeDraft(key);
    onOpen(created.documentId);
  };
  const otherOf = ({ values: other }: Draft): OtherRecord => ({
    hint: text('draft.other', {
      draft: relationName(other),
      form: relationName(values),
    }),
    goOn: text('draft.go-on'),
    discard: text('draft.discard'),
    leave: text('draft.leave'),
    onLeave: onClose,
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
        stored={initialValues}
        shownOf={withNames}
        onGoOn={goOn}
        onDiscard={discard}
        onOpen={open}
      />
    ),
    forget,
    offerStored,
  };
}
