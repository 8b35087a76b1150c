import { type MutableRefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import type { JsonObject } from '../../../../../common/json';
import { unansweredCreates } from '../../../panel/strapi/creates';
import { loadedRecord } from '../../../panel/strapi/saves';
import { onSent } from '../../../panel/unanswered';
import { type Draft, type DraftKey, readDraft, removeDraft } from '../../drafts/panel/drafts';
import { draftOf } from '../../drafts/panel/form-draft';
import { keepDraft, leaveKept } from '../../drafts/panel/kept';
import { isForeign } from './offered-draft';

interface Options {
  draftKey: DraftKey;
  values: JsonObject;
  initialValues: JsonObject;
  isChanged: boolean;
  /** Whether a former draft is still to be decided about. */
  isWaiting: boolean;
}

/**
 * Keeps what the dialog of a relation holds, as long as that is not stored.
 * @returns the draft that it has kept, also where the browser's storage had no room for it
 */
export function useKeptDraft(options: Options): MutableRefObject<Draft | undefined> {
  const { draftKey, values, initialValues, isChanged, isWaiting } = options;
  const own = useRef<Draft>(undefined);
  const sent = useSyncExternalStore(onSent, () => baseOf(draftKey)?.unanswered);
  useEffect(() => {
    const former = readDraft(draftKey);
    if (isWaiting || (former && isForeign(former, draftKey))) return;
    const base = baseOf(draftKey);
    if (isChanged || ((draftKey.form || own.current) && base?.unanswered)) {
      own.current = draftOf({ values, initialValues }, base, Date.now(), own.current ?? former);
      keepDraft(draftKey, own.current, true);
    } else if (own.current) {
      removeDraft(draftKey);
      own.current = undefined;
    }
  }, [draftKey, values, initialValues, isChanged, sent, isWaiting]);
  useEffect(() => leaveKept, []);
  return own;
}

/** What a dialog has loaded; of a new relation only its saves without an answer. */
const baseOf = ({ uid, form, documentId }: DraftKey) =>
  form ? { unanswered: unansweredCreates(uid) } : loadedRecord(uid, documentId);
