import { getFetchClient, useAuth, useForm } from '@strapi/admin/strapi-admin';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { PageQuestion } from '../../../panel/leave-question';
import { beginCreate, unansweredCreates } from '../../../panel/strapi/creates';
import { useAttributes } from '../../../panel/strapi/open-record';
import { formAt, NEW, recordPath } from '../../../panel/strapi/paths';
import { goOnFrom, loadedRecord } from '../../../panel/strapi/saves';
import { onSent } from '../../../panel/unanswered';
import { panelOf } from '../../../shared/panels';
import { adoptDraft, type Draft, type DraftKey, moveDraft, readDraft, removeDraft } from './drafts';
import { draftOf, type FormValues, missingIn, restOf } from './form-draft';
import { keepDraft, leaveKept, leaveTextId } from './kept';
import { type LastLook, stepFor } from './look';
import { moveRest } from './move-rest';
import { Offer } from './offer';
import { onSaved } from './saved';
import type { StoredDraft } from './stored';
import { keptByTabs, newDocument } from './tabs';

/** Keeps what is typed into a form until it is saved or discarded, and offers it when the form is opened again; a part of every form. */
export function DraftsInForm() {
  const { pathname } = useLocation();
  const account = useAuth('DraftsInForm', ({ user }) => user?.id);
  const form = formAt(pathname);
  const created = form?.documentId === NEW ? form.uid : undefined;
  useEffect(() => {
    // What a former form has sent is not this one's.
    if (created !== undefined) beginCreate(created);
  }, [created]);
  const panel = form && panelOf(form.uid);
  if (!form || account === undefined || !panel || panel.isPersonal) return null;
  return <Keeper key={pathname} account={Number(account)} {...form} />;
}

function Keeper({ account, uid, documentId }: DraftKey) {
  const isNew = documentId === NEW;
  const draftKey = useMemo(
    () => ({ account, uid, documentId: isNew ? newDocument() : documentId }),
    [account, uid, documentId, isNew],
  );
  const { values, initialValues, modified, isSubmitting, onChange } = useForm(
    'Drafts',
    (form) => form,
  ) as FormValues & {
    modified: boolean;
    isSubmitting: boolean;
    onChange(name: string, value: unknown): void;
  };
  const initial = useRef(initialValues);
  initial.current = initialValues;
  const navigate = useNavigate();
  const attributes = useRef({});
  attributes.current = useAttributes().own;
  const [offered, setOffered] = useState<Draft>();
  /** Whether a draft that a closed tab has left was looked for. */
  const [hasLooked, setHasLooked] = useState(!isNew);
  const last = useRef<LastLook>({ isOwn: false });
  const discard = useCallback(() => {
    removeDraft(draftKey);
    setOffered(undefined);
  }, [draftKey]);
  useEffect(
    () =>
      onSaved((savedUid, savedId, { request, sentAt, change, document }) => {
        if (savedUid !== uid || savedId !== documentId || !last.current.isOwn) return;
        const draft = readDraft(draftKey);
        // What was typed while the save was on its way is not a part of it.
        const isLater = draft && draft.at > sentAt;
        const rest = isLater ? (documentId === NEW ? restOf(draft, request, initial.current) : draft) : undefined;
        if (!rest) discard();
        else if (documentId === NEW)
          document().then((created) => {
            // The client of a hook would give up with this form.
            const { get } = getFetchClient();
            return created ? moveRest(draftKey, rest, { request, documentId: created, change }, get) : undefined;
          });
      }),
    [draftKey, uid, documentId, discard],
  );
  // A save that is on its way, or got no answer, changes nothing else.
  const unanswered = useSyncExternalStore(onSent, () => baseOf(uid, documentId)?.unanswered);
  const isModified = useRef(modified);
  isModified.current = modified;
  useEffect(() => {
    if (hasLooked) return;
    keptByTabs()
      .then((isKept) => {
        // What is typed already would take its place.
        if (!isModified.current) adoptDraft(draftKey, isKept);
      })
      .finally(() => setHasLooked(true));
  }, [draftKey, hasLooked]);
  useEffect(() => {
    if (offered || !hasLooked) return;
    const step = stepFor({ values, initialValues, modified }, last.current);
    if (step === 'wait') return;
    if (step === 'keep') {
      const { isOwn, kept } = last.current;
      const former = isOwn ? readDraft(draftKey) : undefined;
      const isSaved = isOwn && !former && kept === values;
      if (!isSaved) {
        const draft = draftOf({ values, initialValues }, baseOf(uid, documentId), Date.now(), former);
        const names = Object.keys(draft.values);
        keepDraft(
          draftKey,
          draft,
          names.some((name) => name in attributes.current),
        );
      }
      last.current = { initialValues, kept: values, isOwn: true };
      return;
    }
    last.current = { ...last.current, initialValues };
    const draft = readDraft(draftKey);
    if (!draft) return;
    const missing = step === 'forget' ? undefined : missingIn({ values }, draft);
    if (missing) setOffered(missing);
    else removeDraft(draftKey);
  }, [draftKey, uid, documentId, values, initialValues, modified, unanswered, offered, hasLooked]);

  useEffect(() => leaveKept, []);

  // Strapi's own question says that everything is lost.
  if (!offered) return modified && !isSubmitting ? <PageQuestion hasSearch textId={leaveTextId} /> : null;
  const goOn = (saved: StoredDraft | undefined) => {
    last.current.isOwn = true;
    const { change, rows, loaded } = offered;
    if (!isNew && change !== undefined)
      goOnFrom(uid, documentId, {
        change,
        data: loaded,
        unanswered: offered.unanswered,
        ...(rows !== undefined && { rows }),
      });
    // Who goes on although a record is stored means another one.
    if (isNew) beginCreate(uid, saved ? undefined : offered.unanswered);
    for (const [name, value] of Object.entries(offered.values)) onChange(name, value);
    setOffered(undefined);
  };
  const open = ({ request, created }: StoredDraft) => {
    if (!created) return;
    const rest = restOf(offered, request, initialValues, created.change);
    if (rest) moveDraft(draftKey, created.documentId, rest);
    else removeDraft(draftKey);
    setOffered(undefined);
    navigate(recordPath(uid, created.documentId));
  };
  const choices = { onGoOn: goOn, onDiscard: discard, onOpen: open };
  return <Offer uid={uid} isNew={isNew} draft={offered} stored={initialValues} {...choices} />;
}

/** What a form has loaded; of a new record only its saves without an answer. */
const baseOf = (uid: string, documentId: string) =>
  documentId === NEW ? { unanswered: unansweredCreates(uid) } : loadedRecord(uid, documentId);
