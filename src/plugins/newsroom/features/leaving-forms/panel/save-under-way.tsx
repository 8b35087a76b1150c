import { useSyncExternalStore } from 'react';
import { PageQuestion, useUnloadQuestion } from '../../../panel/leave-question';
import { leaveTextId } from '../../drafts/panel/kept';
import { isSaving, leaveSaves } from './saves-under-way';

/** Asks before a page is left whose save has no answer yet; mounted on every page. */
export function SaveUnderWay() {
  const isUnderWay = useSyncExternalStore(isSaving.subscribe, isSaving.get);
  useUnloadQuestion(isUnderWay);
  // Strapi goes on from a new record as soon as it is stored, while its form still counts as being saved.
  return isUnderWay ? <PageQuestion isNeeded={isSaving.get} textId={leaveTextId} onLeave={leaveSaves} /> : null;
}
