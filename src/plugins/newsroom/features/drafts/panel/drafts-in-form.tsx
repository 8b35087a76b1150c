import { useAuth, useForm } from '@strapi/admin/strapi-admin';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { PageQuestion } from '../../../panel/leave-question';
import { beginFormAt, refusedCreate, unansweredCreates } from '../../../panel/strapi/creates';
import { useAttributes } from '../../../panel/strapi/open-record';
import { formAt, NEW } from '../../../panel/strapi/paths';
import { loadedRecord } from '../../../panel/strapi/saves';
import { onSent } from '../../../panel/unanswered';
import { panelOf } from '../../../shared/panels';
import { Created } from './created-dialog';
import { adoptDraft, type Draft, type DraftKey, readDraft, removeDraft } from './drafts';
import { draftOf, type FormValues, missingIn } from './form-draft';
import { handOver } from './hand-over';
import { isDraftKept, keepDraft, leaveKept, leaveTextId } from './kept';
import { type LastLook, lookAt } from './look';
import { Offer } from './offer';
import { onSaved } from './saved';
import { keptByTabs, newDocument } from './tabs';
import { type Offered, useChoices } from './use-choices';

/** Keeps what is typed into a form until it is saved or discarded, and offers it when the form is opened again; a part of every form. */
export function DraftsInForm() {
  const { pathname } = useLocation();
  const account = useAuth('DraftsInForm', ({ user }) => user?.id);
  const form = formAt(pathname);
  useEffect(() => beginFormAt(pathname), [pathname]);
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
  const form = useForm('Drafts', (form) => form) as FormValues & {
    modified: boolean;
    isSubmitting: boolean;
    onChange(name: string, value: unknown): void;
    resetForm(): void;
  };
  const { values, initialValues, modified, isSubmitting } = form;
  const initial = useRef(initialValues);
  initial.current = initialValues;
  const attributes = useAttributes();
  const own = useRef({});
  own.current = attributes.own;
  const [offered, setOffered] = useState<Offered>();
  /** Whether a draft that a closed tab has left was looked for. */
  const [hasLooked, setHasLooked] = useState(!isNew);
  const last = useRef<LastLook>({ isOwn: false });
  /** Whether the effects of the form's first rendering have run. */
  const [hasEffects, setHasEffects] = useState(false);
  // The latest blocker of the router counts, and it takes a rendering to be one: this one must be there before anything is typed, and later than
  // Strapi's own, which says that everything is lost.
  useEffect(() => setHasEffects(true), []);
  const isSaving = useRef(isSubmitting);
  isSaving.current = isSubmitting;
  /** Keeps a draft for the record that this form has created. */
  const keepForCreated = useRef<(draft: Draft) => Promise<void>>(undefined);
  useEffect(
    () =>
      onSaved((savedUid, savedId, save) => {
        if (savedUid !== uid || savedId !== documentId || !last.current.isOwn) return;
        // The dialog of a linked record may create another one.
        if (isNew && !isSaving.current) return;
        const draft = readDraft(draftKey);
        if (isNew) keepForCreated.current = handOver(draftKey, initial.current, save);
        // What was typed while the save was on its way is not a part of it.
        if (!draft || draft.at <= save.sentAt) {
          removeDraft(draftKey);
          setOffered(undefined);
        } else keepForCreated.current?.(draft);
      }),
    [draftKey, uid, documentId, isNew],
  );
  useEffect(
    () =>
      refusedCreate.subscribe(() => {
        const refused = refusedCreate.get();
        // The dialog of a linked record may be refused, too. What is kept nowhere must not be left.
        if (!isNew || refused?.uid !== uid || !isSaving.current || !isDraftKept()) return;
        const draft = readDraft(draftKey);
        if (!draft) return;
        refusedCreate.set(undefined);
        setOffered({ draft, refused });
      }),
    [draftKey, uid, isNew],
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
    const { isOwn, kept } = last.current;
    const { step, next } = lookAt({ values, initialValues, modified }, last.current);
    last.current = next;
    if (step === 'wait') return;
    // Whether the record is created, only the draft can tell after a reload.
    if (step === 'keep' || (step === 'forget' && isNew && unanswered !== undefined)) {
      const former = isOwn ? readDraft(draftKey) : undefined;
      const isSaved = isOwn && !former && kept === values;
      if (!isSaved) {
        const draft = draftOf({ values, initialValues }, baseOf(uid, documentId), Date.now(), former);
        const isOffered = Object.keys(draft.values).some((name) => name in own.current);
        if (keepForCreated.current) keepForCreated.current(draft);
        else keepDraft(draftKey, draft, isOffered);
      }
      return;
    }
    const draft = readDraft(draftKey);
    if (!draft) return;
    const missing = step === 'forget' ? undefined : missingIn({ values }, draft);
    if (missing) setOffered({ draft: missing });
    // What its lost answer would have said is still to be told.
    else if (step !== 'forget' && draft.unanswered && !isNew) setOffered({ draft });
    else removeDraft(draftKey);
  }, [draftKey, uid, documentId, values, initialValues, modified, unanswered, offered, hasLooked]);

  useEffect(() => leaveKept, []);

  const isLeaving = useRef(false);
  const choices = useChoices({
    ...{ draftKey, uid, documentId, offered, form, isLeaving },
    onOwn: () => {
      last.current.isOwn = true;
    },
    onDone: () => setOffered(undefined),
  });
  const isAsking = () => modified && !isSubmitting && !isLeaving.current;
  const question = hasEffects && <PageQuestion hasSearch isNeeded={isAsking} textId={leaveTextId} />;
  if (!offered) return question;
  const { draft, refused, isUnknown } = offered;
  const back = () => setOffered(undefined);
  return (
    <>
      {refused && isUnknown ? (
        <Created refused={refused} onClose={back} />
      ) : (
        <Offer
          {...{ uid, isNew, attributes, draft, stored: initialValues, ...choices }}
          {...(refused && { onBack: back, onUnknown: () => setOffered({ ...offered, isUnknown: true }) })}
        />
      )}
      {question}
    </>
  );
}

/** What a form has loaded; of a new record only its saves without an answer. */
const baseOf = (uid: string, documentId: string) =>
  documentId === NEW ? { unanswered: unansweredCreates(uid) } : loadedRecord(uid, documentId);
