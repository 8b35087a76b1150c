import { useSyncExternalStore } from 'react';
import { PageQuestion, useUnloadQuestion } from '../../../panel/leave-question';
import { isByStrapi, isLinkedRecordChanged } from '../../../panel/strapi/linked-record-forms';

/** Asks before a page is left on which the dialog of a linked record holds changes; mounted on every page. */
export function LinkedRecord() {
  const isChanged = useSyncExternalStore(isLinkedRecordChanged.subscribe, isLinkedRecordChanged.get);
  useUnloadQuestion(isChanged);
  return isChanged ? <PageQuestion isNeeded={({ historyAction }) => !isByStrapi(historyAction)} /> : null;
}
