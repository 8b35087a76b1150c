import { useSyncExternalStore } from 'react';
import { PageQuestion, useUnloadQuestion } from '../../../panel/leave-question';
import { isLinkedRecordChanged } from '../../../panel/strapi/linked-record-forms';

/** Asks before a page is left on which the dialog of a linked record holds changes; mounted on every page. Strapi asks before its own buttons only. */
export function LinkedRecord() {
  const isChanged = useSyncExternalStore(isLinkedRecordChanged.subscribe, isLinkedRecordChanged.get);
  useUnloadQuestion(isChanged);
  return isChanged ? <PageQuestion /> : null;
}
