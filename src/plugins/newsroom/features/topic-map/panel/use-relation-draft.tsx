import { useAuth } from '@strapi/admin/strapi-admin';
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type JsonObject, pickPresent } from '../../../../../common/json';
import { beginCreate, openCreate, unansweredCreates } from '../../../panel/strapi/creates';
import { goOnFrom, loadedRecord } from '../../../panel/strapi/saves';
import { onSent } from '../../../panel/unanswered';
import { adoptDraft, type Draft, type DraftKey, moveDraft, readDraft, removeDraft } from '../../drafts/panel/drafts';
import { draftOf, missingIn, restOf } from '../../drafts/panel/form-draft';
import { keepDraft, leaveKept } from '../../drafts/panel/kept';
import { Offer } from '../../drafts/panel/offer';
import type { StoredDraft } from '../../drafts/panel/stored';
import { keptByTabs, newDocument } from '../../drafts/panel/tabs';
import { type MapNode, TOPIC_RELATION } from '../shared/topic-map';
import { BLANK, fieldsOf, type RelationDraft } from './use-writes';
import { useWords } from './words';

/** What the dialog of a relation holds. */
export interface RelationForm {
  from: MapNode | null;
  to: MapNode | null;
  draft: RelationDraft;
}

interface Options {
  /** Undefined for a new relation. */
  documentId: string | undefined;
  nodes: MapNode[];
  initial: RelationForm;
  form: RelationForm;
  isChanged: boolean;
  onGoOn(form: RelationForm): void;
  /** Shows a relation that a lost save has created. */
  onOpen(documentId: string): void;
}

const FIELDS = { is_directional: { type: 'boolean' }, weight: { type: 'integer' }, description: { type: 'text' } };

/** The ends of a new relation, by their keys. */
const ENDS = { from: { type: 'string' }, to: { type: 'string' } };

const BLANK_VALUES: JsonObject = { ...fieldsOf(BLANK), from: null, to: null };

/** Whether a draft holds what the dialog of a stored relation does not edit: its form in the content manager, which shares the draft, has more fields. */
const isForeign = (draft: Draft, key: DraftKey): boolean =>
  !key.form && Object.keys(draft.values).some((name) => !(name in FIELDS));

/**
 * Keeps what is typed into the dialog of a relation until it is saved, as forms do, and offers it when the dialog is opened again.
 * @returns `offer` is to be shown in place of the dialog, as long as there is one; `forget` is to be called after a save
 */
export function useRelationDraft({ documentId, nodes, initial, form, isChanged, onGoOn, onOpen }: Options): {
  offer: ReactNode | undefined;
  forget(): void;
} {
  const account = Number(useAuth('RelationDraft', ({ user }) => user?.id));
  const { nameOf, text } = useWords();
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
  if (!offered) return { offer: undefined, forget };
  const discard = () => {
    removeDraft(key);
    setOffered(undefined);
  };
  const goOn = ({ change, rows, loaded, unanswered, values }: Draft, saved: StoredDraft | undefined) => {
    isOwn.current = true;
    const shown = { data: loaded, unanswered, ...(rows !== undefined && { rows }) };
    if (documentId !== undefined && change !== undefined) goOnFrom(TOPIC_RELATION, documentId, { change, ...shown });
    // Who goes on although a relation is stored means another one.
    if (isNew) beginCreate(TOPIC_RELATION, saved ? undefined : unanswered);
    onGoOn(formOf({ ...initialValues, ...values }, isNew ? { from: null, to: null } : initial, nodes));
    setOffered(undefined);
  };
  const open = ({ request, created }: StoredDraft) => {
    if (!created) return;
    const rest = restOf(offered, request, initialValues, { change: created.change });
    // The ends of a relation that is stored stay.
    const some = rest && { ...rest, values: pickPresent(rest.values, Object.keys(FIELDS)) };
    if (some && Object.keys(some.values).length > 0) moveDraft(key, created.documentId, some);
    else removeDraft(key);
    onOpen(created.documentId);
  };
  const namesOf = (all: JsonObject): JsonObject => {
    const names = Object.keys(ENDS).flatMap((name) => {
      const node = nodes.find((each) => each.key === all[name]);
      return name in all ? [[name, node ? nameOf(node) : (all[name] ?? null)] as const] : [];
    });
    return { ...all, ...Object.fromEntries(names) };
  };
  return {
    offer: (
      <Offer
        uid={TOPIC_RELATION}
        isNew={isNew}
        attributes={{ own: { ...FIELDS, ...ENDS }, components: {} }}
        labelOf={text}
        draft={offered}
        stored={initialValues}
        shownOf={namesOf}
        onGoOn={goOn}
        onDiscard={discard}
        onOpen={open}
      />
    ),
    forget,
  };
}

/** The draft that a dialog with these values offers: if it differs, or if what has become of it is not known. */
function offerIn(key: DraftKey, initialValues: JsonObject): Draft | undefined {
  const draft = readDraft(key);
  if (!draft || isForeign(draft, key)) return undefined;
  return missingIn({ values: initialValues }, draft) ?? (draft.unanswered && draft);
}

/** A dialog with these values. An end that is no longer on the map is to be chosen again. */
function formOf(values: JsonObject, { from, to }: Pick<RelationForm, 'from' | 'to'>, nodes: MapNode[]): RelationForm {
  const nodeAt = (key: unknown, other: MapNode | null) => nodes.find((each) => each.key === key) ?? other;
  return {
    from: nodeAt(values.from, from),
    to: nodeAt(values.to, to),
    draft: {
      isDirectional: values.is_directional === true,
      weight: (values.weight ?? null) as number | null,
      description: (values.description ?? '') as string,
    },
  };
}
