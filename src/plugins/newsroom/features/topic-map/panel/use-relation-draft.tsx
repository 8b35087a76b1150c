import { useAuth } from '@strapi/admin/strapi-admin';
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type JsonObject, pickPresent } from '../../../../../common/json';
import { beginCreate, openCreate, unansweredCreates } from '../../../panel/strapi/creates';
import { goOnFrom, loadedRecord } from '../../../panel/strapi/saves';
import { onSent } from '../../../panel/unanswered';
import { type Draft, moveDraft, readDraft, removeDraft } from '../../drafts/panel/drafts';
import { draftOf, missingIn, restOf } from '../../drafts/panel/form-draft';
import { keepDraft, leaveKept } from '../../drafts/panel/kept';
import { Offer } from '../../drafts/panel/offer';
import type { StoredDraft } from '../../drafts/panel/stored';
import { type MapNode, TOPIC_RELATION } from '../shared/topic-map';
import { fieldsOf, type RelationDraft } from './use-writes';
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

/** In the key of a draft, the place of the document of a relation that is new on the map: the form of new records cannot take it over. */
const NEW_ON_MAP = 'map';

/** The fields that the dialog of a stored relation edits: its form in the content manager, which shares the draft, has more. */
const FIELDS = { is_directional: { type: 'boolean' }, weight: { type: 'integer' }, description: { type: 'text' } };

const ENDS = { from: { type: 'string' }, to: { type: 'string' } };

/**
 * Keeps what is typed into the dialog of a relation until it is saved, as forms do, and offers it when the dialog is opened again.
 * @returns `offer` is to be shown in place of the dialog, as long as there is one; `forget` is to be called after a save
 */
export function useRelationDraft({ documentId, nodes, initial, form, isChanged, onGoOn, onOpen }: Options): {
  offer: ReactNode | undefined;
  forget(): void;
} {
  const account = useAuth('RelationDraft', ({ user }) => user?.id);
  const { nameOf, text } = useWords();
  const isNew = documentId === undefined;
  const key = useMemo(
    () => ({ account: Number(account), uid: TOPIC_RELATION, documentId: documentId ?? NEW_ON_MAP }),
    [account, documentId],
  );
  const initialValues = useMemo(() => valuesOf(initial, isNew), [initial, isNew]);
  const values = useMemo(() => valuesOf(form, isNew), [form, isNew]);
  const [former] = useState(() => readDraft(key));
  /** What a form has kept of other fields stays its own. */
  const isForeign = Object.keys(former?.values ?? {}).some((name) => !(name in values));
  const [offered, setOffered] = useState(
    () => former && !isForeign && (missingIn({ values: initialValues }, former) ?? (former.unanswered && former)),
  );
  const isOwn = useRef(false);
  useEffect(() => {
    if (!isNew) return;
    beginCreate(TOPIC_RELATION);
    return openCreate(TOPIC_RELATION);
  }, [isNew]);
  const base = () =>
    documentId === undefined
      ? { unanswered: unansweredCreates(TOPIC_RELATION) }
      : loadedRecord(TOPIC_RELATION, documentId);
  const unanswered = useSyncExternalStore(onSent, () => base()?.unanswered);
  useEffect(() => {
    if (offered || isForeign) return;
    if (isChanged || (isOwn.current && unanswered)) {
      keepDraft(key, draftOf({ values, initialValues }, base(), Date.now(), readDraft(key)), true);
      isOwn.current = true;
    } else if (isOwn.current) removeDraft(key);
  }, [key, values, initialValues, isChanged, unanswered, offered, isForeign]);
  useEffect(() => leaveKept, []);

  const forget = () => {
    removeDraft(key);
    setOffered(undefined);
  };
  if (!offered) return { offer: undefined, forget };
  const goOn = ({ change, rows, loaded, unanswered }: Draft, saved: StoredDraft | undefined) => {
    isOwn.current = true;
    const shown = { data: loaded, unanswered, ...(rows !== undefined && { rows }) };
    if (documentId !== undefined && change !== undefined) goOnFrom(TOPIC_RELATION, documentId, { change, ...shown });
    // Who goes on although a relation is stored means another one.
    if (isNew) beginCreate(TOPIC_RELATION, saved ? undefined : unanswered);
    onGoOn(formOf({ ...initialValues, ...offered.values }, { ...initial, nodes }));
    setOffered(undefined);
  };
  const open = ({ request, created }: StoredDraft) => {
    if (!created) return;
    const rest = restOf(offered, request, initialValues, { change: created.change });
    const some = rest && { ...rest, values: pickPresent(rest.values, Object.keys(FIELDS)) };
    if (some && Object.keys(some.values).length > 0) moveDraft(key, created.documentId, some);
    else removeDraft(key);
    onOpen(created.documentId);
  };
  const named = (all: JsonObject): JsonObject => {
    const ends = Object.keys(ENDS).filter((name) => name in all);
    const names = ends.map((name) => {
      const node = nodes.find((each) => each.key === all[name]);
      return [name, node ? nameOf(node) : null];
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
        draft={{ ...offered, values: named(offered.values) }}
        stored={named(initialValues)}
        onGoOn={goOn}
        onDiscard={forget}
        onOpen={open}
      />
    ),
    forget,
  };
}

/** What a dialog holds, by the attributes of a form; the ends of a new relation by their keys. */
const valuesOf = ({ from, to, draft }: RelationForm, isNew: boolean): JsonObject => ({
  ...fieldsOf(draft),
  ...(isNew && { from: from?.key ?? null, to: to?.key ?? null }),
});

/** The reverse of `valuesOf`. An end that is no longer on the map is the one that the dialog began with. */
function formOf(values: JsonObject, { nodes, from, to }: RelationForm & { nodes: MapNode[] }): RelationForm {
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
