import { type ComponentProps, useSyncExternalStore } from 'react';
import { PageQuestion, useUnloadQuestion } from '../../../panel/leave-question';
import { isLinkedRecordChanged } from '../../../panel/strapi/linked-record-forms';

/** Asks before a page is left on which the dialog of a linked record holds changes; mounted on every page. */
export function LinkedRecord() {
  const isChanged = useSyncExternalStore(isLinkedRecordChanged.subscribe, isLinkedRecordChanged.get);
  useUnloadQuestion(isChanged);
  return isChanged ? <PageQuestion isNeeded={isByEditor} /> : null;
}

/**
 * Strapi itself goes on from a new record that is stored, in place of its form, and to the whole page of the linked record after a question of
 * its own.
 */
const isByEditor: ComponentProps<typeof PageQuestion>['isNeeded'] = ({ historyAction }) =>
  historyAction !== 'REPLACE' && !(historyAction === 'PUSH' && document.querySelector('[role=alertdialog]'));
